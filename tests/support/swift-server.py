# OpenStack Swift with its S3 API in one process: the storage servers for accounts, containers and
# objects on one folder, and the proxy in front of them. Prints "ready PORT"; ends with its stdin.
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.account.server import AccountController
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

folder = sys.argv[1]
key, secret = sys.argv[2].split(':')[1], sys.argv[3]

# The configuration of a whole machine would be read from /etc/swift.
utils.HASH_PATH_SUFFIX = b'tests'
utils.HASH_PATH_PREFIX = b''
utils.validate_hash_conf = lambda: None

os.makedirs(folder + '/node/disk')
settings = {
    'devices': folder + '/node',
    'mount_check': 'false',
    'swift_dir': folder,
    'fallocate_reserve': '0',
    'log_level': 'CRITICAL',
}


class Quiet:
    def write(self, *_):
        pass

    def flush(self):
        pass


servers = {
    'account': (AccountController, eventlet.listen(('127.0.0.1', 0))),
    'container': (ContainerController, eventlet.listen(('127.0.0.1', 0))),
    'object': (ObjectController, eventlet.listen(('127.0.0.1', 0))),
}
for kind, (_, listener) in servers.items():
    ring = RingBuilder(4, 1, 0)
    ring.add_dev(
        {
            'id': 0,
            'region': 1,
            'zone': 1,
            'weight': 1,
            'ip': '127.0.0.1',
            'port': listener.getsockname()[1],
            'device': 'disk',
        }
    )
    ring.rebalance()
    ring.get_ring().save('%s/%s.ring.gz' % (folder, kind))
for controller, listener in servers.values():
    eventlet.spawn(wsgi.server, listener, controller(dict(settings)), Quiet(), log_output=False)

# The proxy wants the filter, and works without an answer of memcached.
with open(folder + '/proxy.conf', 'w') as file:
    file.write(
        '''[DEFAULT]
swift_dir = %s
log_level = CRITICAL
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = eu-test-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_%s = %s .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
'''
        % (folder, key, secret)
    )


def end_with_parent():
    os.read(0, 1)
    os._exit(0)


os.set_blocking(0, False)
eventlet.spawn(end_with_parent)
proxy = eventlet.listen(('127.0.0.1', 0))
print('ready %s' % proxy.getsockname()[1], flush=True)
wsgi.server(proxy, loadapp(folder + '/proxy.conf'), Quiet(), log_output=False)
