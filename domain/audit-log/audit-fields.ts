import { profiles, userFlags } from '../access/profile.ts';
import { severities } from '../notices/fields.ts';
import { endings } from '../remote-access/limits.ts';
import { checkNames } from '../saml/checks.ts';
import { positions, statuses } from '../users/person.ts';
import { reportParts } from './reporting.ts';

/** Codes in audit records, by subject; each has its text in `audit.value.<group>.<code>`. */
export const auditCodes = {
  profile: profiles,
  status: statuses,
  flags: userFlags,
  position: positions,
  // Of report groups, and of common questions.
  audience: ['everyone', 'chosen', 'public', 'signed_in'],
  severity: severities,
  // Of an automatic action, whose own page shows their values.
  taskParts: ['target', 'triggers', 'options'],
  reportParts,
  // Of maintenance; other values are the names of what it is for.
  maintained: ['unit'],
  mfa_required: ['all', 'administrators'],
  factor: ['totp', 'passkey', 'recovery'],
  by: ['scim', 'entra', ...endings],
  proof: ['password', 'passkey', 'code'],
  // Of a refused call: what kind of session made it, where it wasn't the person's own one, vouched for by the account.
  session: ['remote', 'partner', 'embed_portal', 'unit'],
  check: checkNames,
} as const;
type CodeGroup = keyof typeof auditCodes;

/**
 * How a field's value is put into words. `parts` are structured values: rules, mappings, hours, custom fields, an RLS identity;
 * `byLanguage` is a text for each language.
 */
export type ValueKind =
  | 'text'
  | 'switch'
  | 'instant'
  | 'language'
  | 'screen'
  | 'outcome'
  | 'parts'
  | 'filters'
  | 'byLanguage'
  | 'recipients'
  | 'mailKind'
  | CodeGroup;

const as = <Name extends string, Kind extends ValueKind>(kind: Kind, ...names: Name[]): Record<Name, Kind> =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, Kind>; // because fromEntries forgets the names

/**
 * Fields of audit records, by how their values are worded; each has its name in `audit.field.<field>`. Other parts of a record aren't
 * shown.
 */
export const auditFields = {
  ...as(
    'text',
    'name',
    'description',
    'place',
    'playlistId',
    'viewers',
    'email',
    'phone',
    'reason',
    'department',
    'homePage',
    'homeReport',
    'theme',
    'from',
    'to',
  ),
  ...as('text', 'rlsUsername', 'rlsRoles', 'username', 'roles', 'group', 'issuer', 'prefix', 'domains', 'factors', 'sessions', 'members'),
  ...as('text', 'reports', 'report', 'added', 'removed', 'people', 'provider', 'directory', 'note', 'values', 'subject'),
  ...as(
    'text',
    'userName',
    'externalId',
    'shifts',
    'idleMinutes',
    'size',
    'subgroup',
    'owner',
    'externalUrl',
    'lostPages',
    'announceHours',
  ),
  ...as('switch', 'blocks', 'exceptAdmin', 'pausesCapacity', 'partnerVerify'),
  ...as('switch', 'autoActivate', 'autoPause', 'useSchedule'),
  ...as(
    'text',
    'host',
    'signInUrl',
    'signOutUrl',
    'signOutResponseUrl',
    'metadataUrl',
    'certificates',
    'clientId',
    'listIp',
    'embed_origins',
    'home_page',
  ),
  ...as('text', 'relatorio_id', 'timezone', 'login_timeout', 'min_character', 'expiry_time_password', 'watermark_template'),
  ...as('text', 'watermark_opacity', 'waiting_text'),
  ...as(
    'switch',
    'ipExempt',
    'allowRemote',
    'on',
    'invite',
    'jit',
    'sync',
    'idpInitiated',
    'signRequests',
    'singleLogout',
    'own',
    'link',
    'guests',
  ),
  ...as('switch', 'scim', 'warned', 'secretChanged', 'rolled_back', 'ip', 'password_sign_in', 'enable_password', 'capital_letter'),
  ...as('switch', 'special_characters', 'mfa_master', 'mfa_trust_sso', 'allow_access_remote', 'user_import', 'show_questionario_perfil'),
  ...as('switch', 'enable_embedded', 'enable', 'show_menu_report', 'send_email_register_user', 'send_email_notification', 'save_filter'),
  ...as(
    'switch',
    'remote_consent',
    'tasks_keep_moment',
    'last_update_below',
    'last_update',
    'show_name_report',
    'enable_watermark',
    'mostrar_ultima_atualizacao_relatorio',
  ),
  ...as('switch', 'mostrar_ultima_atualizacao_relatorio_global', 'below_user_import', 'below_saml', 'below_mfa', 'below_remote'),
  // What people write for others (writing.ts).
  ...as('text', 'noticeTitle', 'noticeText', 'subjectLine', 'greeting', 'mailText', 'button', 'questionOrder', 'byTask'),
  ...as('text', 'unread', 'alreadyRead', 'mailsLeft'),
  ...as('switch', 'byMail', 'atLogin', 'audienceBelow', 'dismissible', 'mustAcknowledge', 'imported', 'accepted'),
  ...as('instant', 'shownFrom', 'shownUntil', 'activeFrom', 'activeUntil'),
  ...as('byLanguage', 'subjects', 'noticeTexts', 'questions', 'answers'),
  ...{ recipients: 'recipients', severity: 'severity', mailKind: 'mailKind', taskParts: 'taskParts' },
  ...{ reportParts: 'reportParts', maintained: 'maintained' },
  ...as('instant', 'expiresAt', 'until', 'validUntil', 'secretAt'),
  ...as('parts', 'groups', 'profiles', 'directories', 'map', 'custom', 'accessHours', 'windows', 'identity'),
  ...as('filters', 'filters'),
  ...as('profile', 'profile', 'defaultProfile'),
  ...as('status', 'status', 'jitStatus'),
  ...as('flags', 'flags', 'flag'),
  ...{ position: 'position', language: 'language', hidden_menu: 'screen', audience: 'audience', code: 'outcome' },
  ...{ mfa_required: 'mfa_required', kind: 'factor', by: 'by', check: 'check', confirmed: 'proof', session: 'session' },
} as const satisfies Record<string, ValueKind>;
export type AuditField = keyof typeof auditFields;
export const isAuditField = (text: string): text is AuditField => Object.hasOwn(auditFields, text);
