-- The HTML files of rules are edited as other templates are, by program and language, under the name of their file. A
-- rule has a subject of its own; a text in another language than English may say another.
alter table email_templates
  drop constraint email_templates_template_check,
  drop constraint email_templates_subject_check,
  add constraint email_templates_template_check check (template in ('membership_sign_up', 'membership_sign_up_2_weeks',
    'membership_sign_up_anonymous', 'sign_up_import', 'instructor_payment', 'payment_changed', 'account_cancelled',
    'feedback_notification', 'password_reset') or template ~ '^[a-z0-9]+(-[a-z0-9]+)*\.html$'),
  add constraint email_templates_subject_check check (subject = btrim(subject) and subject !~ '[\n\r]'
    and case when template like '%.html' then language <> 'en' or subject = '' else subject <> '' end);
