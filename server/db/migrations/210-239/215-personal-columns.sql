-- What each column says of a person (docs/decisions/213). A new column of texts, documents or bytes declares itself in its
-- own migration, by one of these procedures; a test finds those that do not.

-- ---------------------------------------------------------------- the person

do $$
declare
  part record;
begin
  for part in select * from (values
    ('first_name', $v$'Erased'$v$), ('last_name', $v$'person ' || $1$v$), ('email', 'public.erased_email($1)'),
    ('password_hash', 'null'), ('gulfpower_empid', $v$''$v$), ('site_address', $v$''$v$), ('experience', $v$''$v$),
    ('student_profession', $v$''$v$), ('more_about_you', $v$''$v$), ('other_information', $v$''$v$), ('lilt_delivery', $v$''$v$),
    ('photo_id', 'null::integer'), ('banner_id', 'null::integer'), ('del_status', '1'),
    ('updated_at', $v$greatest(public.provost_now(), t.updated_at + interval '1 millisecond')$v$)
  ) p (named, becomes) loop
    call column_becomes('site_users', part.named, part.becomes, 't.id = $1');
  end loop;
  for part in select * from (values ('fields', $v$'{}'::jsonb$v$), ('paid_by', 'null'), ('paypal_address', $v$''$v$),
    ('made_out_to', $v$''$v$), ('sent_to', $v$''$v$)
  ) p (named, becomes) loop
    call column_becomes('payment_settings', part.named, part.becomes, 't.user_id = $1');
  end loop;
end
$$;
call columns_say_nothing('one of a few words', '{site_users.user_type,site_users.locale}');
call rows_are_gone('payment_secrets', 't.user_id = $1');
call rows_are_gone('payee_changes', 't.user_id = $1');
call rows_are_gone('seen_users', 't.user_id = $1');
call rows_are_gone('site_password_requests', 't.user_id = $1');
call rows_are_gone('site_password_resets', 't.user_id = $1');
call rows_are_gone('site_user_references', 't.user_id = $1');
call column_becomes('record_versions', 'row', 'case when t.entity = ''site_user'' and t.entity_id = $1
  then public.without_person(public.blank_person(t.row, public.personal_names(), $1), $2, $3, $4, $1)
  else public.without_person(t.row, $2, $3, $4, $1) end',
  't.entity = ''site_user'' and t.entity_id = $1 or t.row::text ~* $5');

-- ---------------------------------------------------------------- what they were paid and sent

call column_becomes('payouts', 'name', 'public.erased_name($1)', 't.user_id = $1');
call column_becomes('payouts', 'reason', 'public.without_person(t.reason, $2, $3, $4, $1)', 't.user_id = $1');
call rows_are_gone('payout_details', 'exists (select from public.payouts p where p.id = t.payout_id and p.user_id = $1)');
call columns_say_nothing('is made anew without the person', '{payout_files.sealed}', 'served');
call columns_may_name('{payout_batches.held}');
call column_becomes('gift_purchases', 'sent', 't.sent || jsonb_build_object(''name'', public.erased_name($1), ''email'',
  public.erased_email($1), ''address'', ''[]''::jsonb, ''phone'', '''', ''notes'', '''')', 't.user_id = $1 and t.sent is not null');
call column_becomes('gift_purchases', 'tracking_number', '''''', 't.user_id = $1');

-- ---------------------------------------------------------------- what they wrote, and what was written of them

call column_becomes('class_comments', 'message', '''[erased]''', 't.user_id = $1');
call column_becomes('refund_requests', 'reason', '''''', 't.user_id = $1');
call columns_may_name('{refunds.reason,refunds.failure}', 'exists (select from public.charges c where c.id = t.charge_id
  and $1 in (c.student_id, c.instructor_id))');
call columns_may_name('{charges.description}', '$1 in (t.student_id, t.instructor_id)');
call columns_may_name('{lilt_entries.reason,lilt_entries.reference}', 't.user_id = $1 and t.kind <> ''reversal''');
call columns_may_name('{payout_releases.reason}', 't.user_id = $1');
call columns_may_name('{classes.class_name,classes.description,classes.additional_info}', 't.instructor_id = $1');
call columns_may_name('{class_translations.class_name,class_translations.description,class_translations.additional_info}',
  'exists (select from public.classes c where c.id = t.class_id and c.instructor_id = $1)');
grant update (outdated, made_from) on class_translations to provost_definer;

-- ---------------------------------------------------------------- mails

-- To an address of theirs; of others what names them is taken out.
call rows_are_gone('mail_attachments', 'exists (select from public.mails m where m.id = t.mail_id and m.to_address ~* $2)');
call rows_are_gone('mails', 't.to_address ~* $2');
call columns_may_name('{mails.subject,mails.body_text,mails.body_html,mails.sender,mails.reply_to,mails.last_error}');
call columns_say_nothing('names the mail, not who gets it', '{mails.message_name}');
call columns_may_name('{mails.headers}');
call columns_may_name('{email_rule_sends.reason}', 't.user_id = $1');

-- ---------------------------------------------------------------- the log of changes, and answers that are kept

call columns_say_nothing('changes by erase_from_audit', '{audit_entries.before,audit_entries.after}', 'served');
call columns_say_nothing('says what was done, and by whom of the staff',
  '{audit_entries.address,audit_entries.request_id,audit_entries.entity,audit_entries.entity_id,audit_entries.action}');
-- The row stays: without it a call that is repeated would act again.
call column_becomes('idempotency_keys', 'answer', 'public.without_person(t.answer::jsonb, $2, $3, $4, $1)::json',
  't.answer::text ~* $5');
call columns_say_nothing('of a caller of the staff', '{idempotency_keys.key,idempotency_keys.route,idempotency_keys.body_hash}');
call columns_may_name('{saved_views.name,saved_views.search,exports.filters,sign_in_failures.account}');
call columns_say_nothing('the name of a screen', '{saved_views.screen}');
call columns_say_nothing('is random, or one of a few words', '{exports.file_name,exports.kind,exports.state,exports.columns}');
call columns_say_nothing('is a network', '{sign_in_failures.address,recovery_calls.network}');

-- ---------------------------------------------------------------- what sites, files and the provider told

call columns_may_name('{site_facts.body,site_facts.answer}');
call columns_say_nothing('the site''s own number of what it told, and a word', '{site_facts.reference,site_facts.kind}');
call columns_may_name('{unmatched_payments.payer,unmatched_payments.named,unmatched_payments.sale,unmatched_payments.reason}');
call columns_say_nothing('the site''s own number of a payment or a person, which says nothing by itself; the sale is booked by it',
  '{unmatched_payments.reference,unmatched_payments.user_reference}');
call columns_say_nothing('one of a few words, or the provider''s number',
  '{unmatched_payments.provider,unmatched_payments.provider_ref,unmatched_payments.currency,unmatched_payments.missing,
  unmatched_payments.state,unmatched_payments.source}');
call columns_may_name('{imports.file_name,imports.headers,imports.samples,imports.preview,imports.reason}');
call columns_say_nothing('with the file, which goes where it names the person', '{imports.file_path}', 'served');
call columns_say_nothing('says how the file is read',
  '{imports.idempotency_key,imports.sha256,imports.encoding,imports.separator,imports.mapping,imports.state,imports.kind}');
call column_becomes('user_import_rows', 'cells', 'null::jsonb', 't.user_id = $1 or t.cells::text ~* $5');
call column_becomes('user_import_rows', 'before', 'public.blank_person(t.before, public.personal_names(), $1)', 't.user_id = $1');
-- With the line, since no two rows of a file have one address.
call column_becomes('user_import_rows', 'email_key', 'public.erased_email($1) || '' '' || t.line', 't.user_id = $1 or t.email_key ~* $2');
call columns_may_name('{user_import_rows.reason,user_import_rows.kept,site_import_rows.cells,site_import_rows.reason,
  site_import_rows.kept,class_import_rows.cells,class_import_rows.before,class_import_rows.reason,class_import_rows.kept}');
call columns_say_nothing('a word, a column''s name or the file''s own number',
  '{user_import_rows.outcome,user_import_rows.in_column,site_import_rows.outcome,site_import_rows.in_column,
  site_import_rows.reference,class_import_rows.outcome,class_import_rows.in_column}');
call columns_may_name('{webhook_deliveries.payload,webhook_deliveries.error,webhook_deliveries.answer}');
call columns_say_nothing('names a record by its number',
  '{webhook_deliveries.message_id,webhook_deliveries.type,webhook_deliveries.object,webhook_deliveries.object_id,
  webhook_deliveries.state,site_changes.kind,site_changes.object_id,site_changes.change,site_changes.what}');
call columns_say_nothing('the payment provider''s numbers and words, by which money is found there',
  '{provider_events.provider,provider_events.event_id,provider_events.type,provider_events.object_id,unbooked_events.provider,
  unbooked_events.event_id,unbooked_events.type,unbooked_events.object_id,unbooked_events.reason,unbooked_events.provider_charge,
  unbooked_events.currency,charge_disputes.dispute_id,charge_disputes.outcome,manual_refunds.currency,manual_refunds.outcome,
  refunds.provider,refunds.provider_refund,refunds.origin,refunds.state}');

-- ---------------------------------------------------------------- pictures

call columns_say_nothing('the row goes with its file', '{uploads.path,uploads.original_file,uploads.sha256}', 'served');
call columns_say_nothing('one of a few words', '{uploads.type}');
call columns_say_nothing('a random name, without a row', '{stray_files.path}');

-- ---------------------------------------------------------------- ledgers

call columns_say_nothing('is a word or a code of what was sold, and stays with the amounts',
  '{charges.currency,charges.charge_type,charges.code,charges.held,charges.provider,charges.provider_charge,charges.source,
  charges.subscription,charge_lines.override,refund_requests.type,refund_requests.decision,refund_requests.source,
  payouts.currency,payouts.kind,payouts.method,payouts.state,payout_adjustments.currency,payout_adjustments.kind,
  payout_batches.kind,payout_batches.state,payout_files.file_name,membership_pools.currency,lilt_entries.kind,lilt_tokens.code,
  tickets.code,tickets.source,gift_purchases.type,gift_purchases.state,gift_purchases.carrier,fulfilments.file_name,
  attendances.type,class_users.source,email_unsubscribes.type,email_rule_sends.state,recalculations.status,denials.kind,
  site_logins.ended_by}');
call columns_say_nothing('a code that others have used: old splits are told by it', '{commission_rows.code,commission_rows.discount_type}');
call columns_say_nothing('the protocol of a draw, which anybody may check',
  '{draw_attempts.token_hash,draw_attempts.reason,draw_proofs.bytes,draw_secrets.sealed,draws.list_hash,draws.commitment,
  draws.beacon_signature,draws.secret,draws.ticket_ids}');

-- ---------------------------------------------------------------- what is of nobody, or of the staff

call columns_say_nothing('texts that staff write for everybody',
  '{banners.title,banners.sub_title,banners.color_1,banners.color_2,banners.color_text,banners.color_button_text,
  banners.color_button_bg,banners.color_stripe_bg,banner_images.size,banner_translations.language_slug,banner_translations.title,
  banner_translations.sub_title,banner_translations.made_from,classes.currency,classes.external_id,classes.subject,classes.level,
  classes.access_type,class_sessions.external_id,class_translations.language_slug,class_translations.made_from,coupons.coupon_name,
  coupons.coupon_stripe_id,coupons.known,email_rules.name,email_rules.subject,email_rules.from_name,email_rules.from_email,
  email_rules.template,email_rules.type,email_rules.items,email_rules.failure,email_rules.undo,email_rules.items_match,
  email_rules.groups,email_rules.groups_match,email_rules.exclude,email_templates.template,email_templates.language,
  email_templates.subject,email_templates.text,email_templates.inlined,email_templates.plain,event_term_edits.field,
  event_term_edits.before,event_term_edits.after,event_translations.language_slug,event_translations.name,
  event_translations.description,event_translations.made_from,events.name,events.description,events.type,events.commitment,
  events.ended_early_reason,gift_categories.name,gift_category_translations.language_slug,gift_category_translations.name,
  gift_category_translations.made_from,gift_product_translations.language_slug,gift_product_translations.name,
  gift_product_translations.description,gift_product_translations.made_from,gift_products.name,gift_products.description,
  gift_products.type,gift_products.nft_id,gift_products.currency,gift_products.preview,landing_page_translations.language_slug,
  landing_page_translations.title,landing_page_translations.keywords,landing_page_translations.description,
  landing_page_translations.made_from,landing_pages.name,landing_pages.path,landing_pages.title,landing_pages.keywords,
  landing_pages.description,landing_pages.template,program_subscriptions.type,program_subscriptions.product_id,
  program_subscriptions.price_id,program_subscriptions.coupon,program_subscriptions.known,program_tags.name,
  program_translations.language_slug,program_translations.heading_text,program_translations.subheading_1_text,
  program_translations.subheading_2_text,program_translations.row_1_text,program_translations.row_2_text,
  program_translations.row_3_text,program_translations.row_4_text,program_translations.button_text,program_translations.made_from,
  programs.program_tag,programs.program_display_name,programs.support_email,programs.default_locale,programs.default_currency,
  programs.stripe_subscription_referrer,programs.heading_text,programs.subheading_1_text,programs.subheading_2_text,
  programs.row_1_text,programs.row_2_text,programs.row_3_text,programs.row_4_text,programs.button_text,
  site_categories.category_name,timezones.name,webhooks.url,webhooks.kinds,site_keys.name,site_keys.rights}');
call columns_say_nothing('is of an admin user, who is no person of the sites',
  '{admins.email,admins.password_hash,admins.permissions,admin_invitations.token_hash,one_time_codes.sealed,
  recovery_codes.code_hash,refresh_tokens.token_hash,password_resets.token_hash,sessions.address,sessions.user_agent,
  sessions.ended_because,sessions.device_hash,sessions.time_zone}');
call columns_say_nothing('is of the installation',
  '{settings.name,settings.value,money_setting_changes.change,money_setting_changes.decision,scope_key.key,
  secret_key_fingerprint.fingerprint,site_keys.key_hash,webhook_secrets.sealed}');
call columns_say_nothing('is random', '{site_logins.token_hash}');
call columns_say_nothing('is a word or the name of a column', '{record_versions.entity,record_versions.secrets}');
call columns_say_nothing('is this declaration', '{personal_columns.of_table,personal_columns.of_column,personal_columns.rule,
  personal_columns.whose,personal_columns.becomes,personal_columns.reason}');
call columns_say_nothing('is emptied at the end of the work', '{erasures.needles}', 'served');
call columns_say_nothing('is a word or the name of a table', '{erasures.state,erasures.source,erasures.waits_for,erasures.step}');
