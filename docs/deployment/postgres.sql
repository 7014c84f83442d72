-- Two roles: the first creates and changes tables and is used only for an update; the second runs
-- the server and can only read and write rows.
-- Set the passwords separately (\password), so that none is in a file.
create role tenderbook_owner login;
create role tenderbook login nosuperuser nocreatedb nocreaterole noreplication;

-- Run the rest in the product's database, as its owner.
revoke create on schema public from public;
grant all on schema public to tenderbook_owner;
grant usage on schema public to tenderbook;
alter default privileges for role tenderbook_owner in schema public
  grant select, insert, update, delete on tables to tenderbook;
alter default privileges for role tenderbook_owner in schema public
  grant usage, select on sequences to tenderbook;
