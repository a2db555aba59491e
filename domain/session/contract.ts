import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { givenPassword } from '../accounts/password-field.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, flag, nothing } from '../contract/fields.ts';
import { languages } from './languages.ts';

export const language = z.enum(languages);

export const profile = z.enum(['a2m', 'master', 'admin', 'user']);

const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  language: z.nullable(language),
  department: z.nullable(z.string()),
  position: z.nullable(z.string()),
  perfil_usuario: profile,
  flags: z.array(z.string()),
  tenant_id: z.string(),
  tenant: z.string(),
  /** The unit's time zone: pages that load no configuration, such as embedded ones, write times in it. */
  zone: z.string(),
  mayManage: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUser>;

// Spec 3, login response; its fields are at the top level of the JSON.
export const loginAnswer = z.object({
  status: z.literal('ok'),
  token: z.string(),
  intended: z.string(),
  perfil_usuario: profile,
  user: sessionUser,
  redirect: z.nullable(z.string()),
  message: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  auth_type: z.string(),
  tenant_id: z.string(),
});

/** Spec 4: the user's unit has its own domain; `token` is null where that unit requires its own sign-in method. */
export const changeAnswer = z.object({
  status: z.literal('change'),
  /** Host of the unit, with a port where it has one. */
  domain: z.string(),
  token: z.nullable(z.string()),
});
export type ChangeAnswer = z.infer<typeof changeAnswer>;

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  needs: 'public',
  summary: 'Signs a user in on this host with e-mail address and password (Spec 7).',
  input: z.strictObject({
    email: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254, 'too_long')),
    password: givenPassword,
  }),
  output: z.union([loginAnswer, changeAnswer]),
  errors: [
    'error_user_or_password',
    'not_found_companies',
    'user_disable',
    'blocked',
    'inactive',
    'finish_test',
    'maitenance',
    'too_many_attempts',
    'tenant_blocked',
    'user_change_password',
    'account_elsewhere',
    'ip_not_allowed',
    'horario_not_allowed',
    'redirect_two_factor',
  ],
});

// The same text in other languages, if any: the page knows the user's language, the server doesn't yet.
const wordsByLanguage = z.optional(z.partialRecord(language, z.object({ title: z.string(), text: z.string() })));
const notice = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  texts: wordsByLanguage,
  /** Begin and end of an announced maintenance window. */
  startsAt: z.optional(z.nullable(z.string())),
  endsAt: z.optional(z.nullable(z.string())),
});

const signInPage = z.object({
  tenant: z.object({ id: z.string(), name: z.string(), language, zone: z.string() }),
  theme: z.object({
    title_page: z.string(),
    favicon: z.string(),
    mark: z.nullable(z.string()),
    iconReport: z.nullable(z.string()),
    showBackgroundImage: z.boolean(),
    loginBackground: z.string(),
    landscape: z.enum(['ridge', 'dunes']),
    mirrored: z.boolean(),
    sun: z.string(),
  }),
  languages: z.array(language),
  ways: z.array(z.enum(['password', 'passkey'])),
  /** Sign-in methods of an identity provider; users with an address in `domains` are shown it first. */
  apps: z.array(z.object({ id: z.string(), kind: z.enum(['saml', 'entra']), name: z.string(), domains: z.array(z.string()) })),
  notices: z.array(notice),
  maintenance: z.nullable(z.object({ title: z.string(), text: z.string(), texts: wordsByLanguage, until: z.string() })),
  /** The unit lets administrators enter accounts without asking each time, and says so (BEHAVIOUR 8). */
  enteredUnasked: z.boolean(),
  reportOrigin: z.nullable(z.string()),
});
export type SignInPage = z.infer<typeof signInPage>;
/** What the page's own script gets of it: the Worker writes the notices as HTML. */
export type PageBoot = Omit<SignInPage, 'notices'>;

export const loginConfig = endpoint({
  method: 'POST',
  path: '/api/login/config',
  needs: 'public',
  summary: 'Returns what the sign-in page of this host needs (BEHAVIOUR 16).',
  input: nothing,
  output: signInPage,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  needs: 'public',
  summary: 'Ends the session, idempotently; returns the provider’s sign-out address, if it has one.',
  input: nothing,
  output: z.object({ ...done.shape, url: z.optional(z.string()) }),
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/refresh/token',
  needs: 'public',
  summary: 'Issues a new token for an active session; accepts an expired token with a valid signature (Spec 4).',
  input: nothing,
  output: z.object({ token: z.string() }),
  errors: ['token_invalid', 'session_gone', 'user_blocked', 'tenant_blocked', 'ip_not_allowed', 'horario_not_allowed'],
});

// Spec 3, Config: what an ordinary session gets, without the form's values.
const sessionConfig = z.object({
  companies: z.array(z.object({ id: z.string(), name: z.string() })),
  /** There is an account that this session can't reach until it is proved; then its other units can be reached too. */
  prove_account: z.boolean(),
  hidden_menu: z.array(z.string()),
  enable_embedded: flag,
  mfa_permission_admin: flag,
  /** Which of the functions that the layers above may switch off are in force (Spec 6). */
  functions: z.object({ user_import: z.boolean(), saml: z.boolean(), mfa: z.boolean(), remote: z.boolean() }),
  show_questionario_perfil: flag,
  enable_helpdesk: flag,
  enable_watermark: flag,
  show_name_report: flag,
  show_menu_report: flag,
  save_filter: flag,
  login_timeout: z.number(),
  /** When this user's access hours end, once that is near; otherwise null. */
  access_until: z.nullable(z.string()),
  /** A notice must be acknowledged before the user goes on; also with the minute's news. */
  notice_waits: z.boolean(),
  /** Requests of the catalog that this user may decide. */
  waiting_requests: z.number(),
  /** A ten-minute address of the user's own picture. */
  picture: z.nullable(z.string()),
  timezone: z.string(),
  intended: z.string(),
  partner_access_remote: z.nullable(
    z.object({
      is_partner_with_admin_company: z.boolean(),
      is_partner_admin: z.boolean(),
      is_partner_user: z.boolean(),
      partner_id: z.nullable(z.string()),
    }),
  ),
  mostrar_ultima_atualizacao_relatorio: z.boolean(),
  mostrar_ultima_atualizacao_relatorio_global: z.boolean(),
  user: sessionUser,
});
export type SessionConfig = z.infer<typeof sessionConfig>;

export const readConfig = endpoint({
  method: 'POST',
  path: '/api/auth/config',
  needs: 'config.read',
  kinds: viewing,
  reads: true,
  summary: 'Returns the merged configuration of this session: hidden_menu and flags, never form values (BEHAVIOUR 16).',
  input: nothing,
  output: z.object({ hidden_menu: z.array(z.string()), config: sessionConfig }),
});

/** The user belongs to another unit: the browser posts the code to that unit's host and continues there. */
const onwardAnswer = z.object({ status: z.literal('onward'), url: z.string(), code: z.string() });

/** Where a sign-in that began on another unit's host continues; posted by the browser that began it. */
export const handoffPath = '/api/entra/handoff';

export const samlCallback = endpoint({
  method: 'POST',
  path: '/api/saml/callback',
  needs: 'public',
  summary: 'Exchanges the one-time code of a single sign-on for a session (Spec 4, SAML callback).',
  input: z.strictObject({
    code: z.string().check(z.regex(/^[\w-]{43}$/, 'invalid')),
    /** What this browser stored when the sign-in began (bi:azure_sso); an answer brought from another browser lacks it. */
    binding: z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'))),
  }),
  output: z.union([loginAnswer, onwardAnswer]),
  errors: [
    'error_saml',
    'too_many_attempts',
    'error_user_or_password',
    'not_found_companies',
    'user_disable',
    'blocked',
    'domain_not_allowed',
    'ip_not_allowed',
    'horario_not_allowed',
    'inactive',
    'error_azure_not_companies',
    'finish_test',
    'maitenance',
    'tenant_blocked',
    'user_limit_reached',
    'redirect_two_factor',
    'redirect_confirm_link',
  ],
});
