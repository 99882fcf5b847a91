-- An erasure changes the audit by `erase_audit_entry` alone, which lists what was erased (docs/decisions/213, 215): so no role
-- of the server has the right to change an entry, not even the one of its functions.
grant select on audit_entries to provost_definer;
grant execute on function erase_audit_entry(bigint, jsonb, jsonb) to provost_definer;
revoke execute on function erase_audit_entry(bigint, jsonb, jsonb) from provost_global;

call columns_say_nothing('of the audit''s entries, not of what is in them', '{audit_seals.hash,sealed_audit_entries.digest,
  sealed_audit_entries.content_digest,sealed_audit_entries.salt}');
call columns_say_nothing('of accounts of staff', '{passkeys.credential_id,passkeys.name,passkeys.public_key,passkeys.transports,
  passkeys.user_handle,passkey_challenges.asked_by,passkey_challenges.challenge_hash,passkey_challenges.purpose,
  passkey_challenges.user_handle,sign_on_attempts.browser_hash,sign_on_attempts.return_to,sign_on_attempts.state_hash,
  sign_on_attempts.time_zone,sign_on_subjects.issuer,sign_on_subjects.subject}');
