-- A class's session is no sign-in: what the sites told of it stands under a name of its own.
update audit_entries set entity = 'class_session' where entity = 'session' and action = 'update';
