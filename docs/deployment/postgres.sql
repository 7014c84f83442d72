-- Two roles: one makes and changes tables, and is used for an update only; the other runs the server and can do nothing but read and write rows.
-- Passwords are set apart (\password), so that none stands in a file.
create role tenderbook_owner login;
create role tenderbook login nosuperuser nocreatedb nocreaterole noreplication;

-- In the database of the product, as its owner.
revoke create on schema public from public;
grant all on schema public to tenderbook_owner;
grant usage on schema public to tenderbook;
alter default privileges for role tenderbook_owner in schema public grant select, insert, update, delete on tables to tenderbook;
alter default privileges for role tenderbook_owner in schema public grant usage, select on sequences to tenderbook;
