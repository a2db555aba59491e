import { expect, test } from 'vitest';
import { type UserFlag, userFlags } from '../../domain/access/profile.ts';
import { areaFields } from '../../domain/settings/areas.ts';
import { idleFlags } from '../../domain/users/person.ts';
import { projectFiles } from './project-files.ts';

// A switch that a screen offers must act. For each flag of a user and each field of the settings form: a file that reads it, outside the
// form, its contract and the history, and the words in which it does.
type Setting = (typeof areaFields)[keyof typeof areaFields][number];
type Reader = readonly [path: string, words: string];

const policy = 'domain/accounts/password-policy.ts';
const config = 'functions/features/session/read-config.ts';
const watermark = 'domain/watermark/watermark.ts';

const flags: Record<UserFlag, Reader | 'idle'> = {
  billing: 'idle',
  support: ['domain/remote-access/rule.ts', "'support'"],
  notify: ['domain/access/permissions.ts', "flag: 'notify'"],
  remote_access: ['domain/remote-access/rule.ts', "'remote_access'"],
  edit_reports: ['domain/access/permissions.ts', "flag: 'edit_reports'"],
  release_unfiltered: ['domain/access/permissions.ts', "flag: 'release_unfiltered'"],
  manage_service: ['domain/access/permissions.ts', "flag: 'manage_service'"],
  make_playlists: ['domain/access/permissions.ts', "flag: 'make_playlists'"],
  decide_catalog: ['functions/features/catalogs/request-row.ts', "'decide_catalog'"],
  wake: ['db/functions/capacity_to_wake.sql', "'wake'"],
};

const settings: Record<Setting, Reader> = {
  enable: ['domain/session/intended.ts', 'enable'],
  home_page: ['domain/session/intended.ts', 'home_page'],
  relatorio_id: ['domain/session/intended.ts', 'relatorio_id'],
  timezone: ['domain/settings/save.ts', 'timezone'],
  tasks_keep_moment: ['domain/settings/save.ts', 'tasks_keep_moment'],
  language: ['domain/settings/save.ts', 'language'],
  show_menu_report: ['web/app/shell/use-shell.ts', 'show_menu_report'],
  send_email_register_user: ['functions/features/users/write-parts.ts', 'send_email_register_user'],
  user_import: ['functions/features/user-imports/from-unit.ts', "->>'user_import'"],
  allow_access_remote: ['db/functions/may_visit.sql', 'allow_access_remote'],
  remote_consent: ['functions/features/remote-access/consent.ts', 'remote_consent'],
  show_questionario_perfil: ['functions/features/questionnaire/answer.ts', 'show_questionario_perfil'],
  password_sign_in: ['db/functions/takes_passwords.sql', 'password_sign_in'],
  enable_password: [policy, 'enable_password'],
  min_character: [policy, 'min_character'],
  capital_letter: [policy, 'capital_letter'],
  special_characters: [policy, 'special_characters'],
  expiry_time_password: [policy, 'expiry_time_password'],
  login_timeout: ['functions/features/embedding/let-in.ts', 'login_timeout'],
  ip: ['domain/session/addresses.ts', 'ip'],
  listIp: ['db/functions/allowed_addresses.sql', 'listIp'],
  mfa_master: ['db/functions/factor_required.sql', 'mfa_master'],
  mfa_required: ['db/functions/factor_required.sql', 'mfa_required'],
  mfa_trust_sso: ['db/functions/factor_gate.sql', 'mfa_trust_sso'],
  mostrar_ultima_atualizacao_relatorio: ['functions/features/playlists/play.ts', 'mostrar_ultima_atualizacao_relatorio'],
  last_update: ['functions/features/report-management/publish.sql.ts', "->>'last_update'"],
  show_name_report: ['functions/features/embedding/report.ts', 'show_name_report'],
  save_filter: [config, 'save_filter'],
  enable_watermark: [watermark, 'enable_watermark'],
  waiting_text: ['functions/features/waking/facts.ts', "->>'waiting_text'"],
  watermark_template: [watermark, 'watermark_template'],
  watermark_opacity: [watermark, 'watermark_opacity'],
  send_email_notification: ['functions/features/mail/due-mail.ts', 'send_email_notification'],
  enable_embedded: ['functions/features/embedding/try-embedding.ts', 'enable_embedded'],
  embed_origins: ['db/functions/embed_origins.sql', 'embed_origins'],
  last_update_below: ['functions/request/delegation.ts', 'mostrar_ultima_atualizacao_relatorio_global'],
  below_user_import: ['functions/features/user-imports/from-unit.ts', 'below_user_import'],
  below_saml: ['functions/request/delegation.ts', 'below_saml'],
  below_mfa: ['db/functions/left_to.sql', "'below_' || p_function"],
  below_remote: ['db/functions/keep_visits.sql', 'below_remote'],
};

const files = new Map(projectFiles(/^(domain|functions|db\/functions|web)\/.*\.(ts|tsx|sql)$/).map(({ path, text }) => [path, text]));
const unread = (readers: Readonly<Record<string, Reader | 'idle'>>) =>
  Object.entries(readers).flatMap(([name, reader]) => (reader === 'idle' || files.get(reader[0])?.includes(reader[1]) ? [] : [name]));

test('each flag of a user is read somewhere, or no screen offers it', () => {
  expect(unread(flags)).toEqual([]);
  expect(userFlags.filter((flag) => flags[flag] === 'idle')).toEqual(idleFlags);
});

test('each setting of the form is read somewhere', () => {
  expect(unread(settings)).toEqual([]);
  expect(Object.keys(settings).toSorted()).toEqual(Object.values(areaFields).flat().toSorted());
});

test('a flag and a setting that nothing reads are seen', () => {
  expect(unread({ gone: ['domain/access/permissions.ts', "flag: 'gone'"], moved: ['domain/gone.ts', 'moved'] })).toEqual(['gone', 'moved']);
});
