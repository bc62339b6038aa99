-- 0058_site_settings.sql
-- Admins change the looks of the site, its contacts, mail, Telegram and limits in the browser. Every web process reads
-- them here; the environment and the files of the operator still decide where they say something.
create table site_settings (
  section text primary key check (section in ('looks', 'contacts', 'mail', 'telegram', 'limits')),
  -- Grows by one with each change, so that an edit on top of an older one is noticed.
  version integer not null default 0,
  settings jsonb not null default '{}',
  -- Password or token of the section, encrypted with SETTINGS_KEY.
  sealed_secret text
);
