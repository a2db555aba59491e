import { matchesPath } from '../../../domain/access/screens.ts';
import type { ErrorCode } from '../../../domain/errors/catalogue.ts';
import type { EntryKey, TextVars } from '../../i18n.ts';
import type { ApiError, FailureCode } from './api-error.ts';

// All of Spec 8 in one place: the product's reaction to a refused call, as a list of effects that `effects.ts` runs.

export type NoticeKind = 'success' | 'warning' | 'info' | 'error';
export type Effect =
  | { do: 'toast'; kind: NoticeKind; text: EntryKey; vars?: TextVars; lastsMs?: number; requestId?: string }
  | { do: 'logout' }
  | { do: 'go'; to: string }
  | { do: 'refresh-token' }
  /** Asks for the second factor; if it is cancelled, the effects that follow are skipped. */
  | { do: 'ask-factor' }
  | { do: 'retry'; afterMs: number }
  | { do: 'reload'; afterMs: number }
  | { do: 'log' }
  /** The caller shows this in place: under the form, in the part of the page. */
  | { do: 'show'; text: EntryKey; vars?: TextVars; requestId?: string };

export type Operation =
  | 'sign-in'
  | 'sign-out'
  | 'refresh-token'
  | 'read-config'
  | 'save-config'
  | 'change-company'
  | 'enter-company'
  | 'switch-partner'
  | 'saml-login'
  | 'saml-callback'
  | 'other';

export type Context = {
  signedIn: boolean;
  /** The current path. */
  path: string;
  operation: Operation;
  /** This call was already retried once with a new token. */
  repeated: boolean;
};

const retryDelayMs = 500;
const refreshNoticeMs = 1000;
const expiredOnWire = 'Token is Expired';

const operations: Record<string, Operation> = {
  '/api/login': 'sign-in',
  '/api/login/2fa': 'sign-in',
  '/api/login/2fa/config': 'sign-in',
  '/api/login/link': 'sign-in',
  '/api/login/link/config': 'sign-in',
  '/api/login/link/code': 'sign-in',
  '/api/login/passkey': 'sign-in',
  '/api/login/passkey/options': 'sign-in',
  '/api/login/playlist': 'sign-in',
  // These precede any session: their errors are shown where the call was made.
  '/api/password/config': 'sign-in',
  '/api/password/new': 'sign-in',
  '/api/password/forgot': 'sign-in',
  '/api/login/config': 'read-config',
  '/api/logout': 'sign-out',
  '/api/refresh/token': 'refresh-token',
  '/api/auth/config': 'read-config',
  '/api/auth/config/update': 'save-config',
  '/api/auth/change/companies': 'change-company',
  '/api/oauth/company': 'enter-company',
  '/api/auth/change/partner/to/admin': 'switch-partner',
  '/api/auth/change/partner/to/admin/no/verify': 'switch-partner',
  '/api/auth/change/back/partner': 'switch-partner',
  '/api/saml/login': 'saml-login',
  '/api/login/entra': 'saml-login',
  '/api/saml/callback': 'saml-callback',
};

/** The operation of a call, for the rules of Spec 8 that name single calls. */
export const getOperation = (path: string): Operation => operations[path] ?? 'other';

const samlStatuses: readonly FailureCode[] = [
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
  'user_limit_reached',
] satisfies ErrorCode[];

const fixedTexts: readonly Operation[] = ['save-config', 'change-company', 'switch-partner'];
const unanswered: readonly FailureCode[] = ['network', 'service_unavailable'];

/** Errors that end a running session, each with its own message. */
const endings = ['user_blocked', 'tenant_blocked', 'horario_not_allowed'] as const satisfies readonly ErrorCode[];

const getText = (status: FailureCode): EntryKey => (status === 'network' ? 'session.network' : status);
const logoutWith = (toast: Effect): Effect[] => [toast, { do: 'logout' }];
const sessionExpired: Effect = { do: 'toast', kind: 'info', text: 'token_expired' };
const failed = (text: EntryKey, error: ApiError): Effect => ({
  do: 'toast',
  kind: 'error',
  text,
  vars: error.vars,
  requestId: error.requestId,
});

const onPlayer = (context: Context) => matchesPath('/{id}/playlist/view', context.path);

function reactToUnauthorized(error: ApiError, context: Context): Effect[] {
  if (context.operation !== 'refresh-token' && onPlayer(context) && error.message === expiredOnWire && !context.repeated) {
    return [
      { do: 'toast', kind: 'info', text: 'session.updating', lastsMs: refreshNoticeMs },
      { do: 'refresh-token' },
      { do: 'retry', afterMs: retryDelayMs },
      { do: 'reload', afterMs: refreshNoticeMs },
    ];
  }
  return logoutWith(sessionExpired);
}

function reactToSignIn(error: ApiError): Effect[] {
  // Spec 4: these two arrive as a message and are treated as the status of the same name.
  const byMessage = error.message === 'not_found_companies' || error.message === 'maitenance' ? error.message : error.status;
  return [{ do: 'show', text: getText(byMessage), vars: error.vars, requestId: error.requestId }];
}

/** Decides the effects of a refused call. Pure: the same refusal in the same context always has the same effects. */
export function reactTo(error: ApiError, context: Context): Effect[] {
  const { operation, signedIn } = context;
  if (error.message === 'ip_not_allowed') {
    const leave: Effect = { do: 'go', to: '/ip/notallowed' };
    return signedIn ? [{ do: 'logout' }, leave] : [leave];
  }
  // Every sign-in method leads to the same page for the second factor, and to the same page for a forced password change.
  if (error.status === 'redirect_two_factor' && error.token) return [{ do: 'go', to: `/config/2fa/${encodeURIComponent(error.token)}` }];
  if (error.status === 'redirect_confirm_link' && error.token)
    return [{ do: 'go', to: `/confirm/link/${encodeURIComponent(error.token)}` }];
  if (error.status === 'user_change_password' && error.token) return [{ do: 'go', to: `/new/password/${encodeURIComponent(error.token)}` }];
  // The password has expired on a host where it can't be changed: the page says where it can.
  if (error.status === 'account_elsewhere' && !signedIn) return [{ do: 'go', to: '/new/password/elsewhere' }];
  if (operation === 'sign-out') return [{ do: 'log' }];
  if (operation === 'sign-in') return reactToSignIn(error);
  // Without a network there was no authentication attempt, so the SAML failure message would be wrong.
  if (operation === 'saml-login')
    return [{ do: 'show', text: error.status === 'network' ? 'session.network' : 'session.samlFailed', requestId: error.requestId }];
  if (operation === 'saml-callback') {
    return [
      { do: 'show', text: samlStatuses.includes(error.status) ? getText(error.status) : 'session.samlFailed', requestId: error.requestId },
    ];
  }
  if (error.httpStatus === 401 && signedIn) return reactToUnauthorized(error, context);
  // A player without a network keeps its session and retries; any response that refuses the new token ends it.
  if (operation === 'refresh-token' && signedIn && onPlayer(context) && error.httpStatus > 0) return logoutWith(sessionExpired);
  if (error.status === 'rights_stale' && !context.repeated) return [{ do: 'refresh-token' }, { do: 'retry', afterMs: 0 }];
  if (error.status === 'factor_due' && signedIn && !context.repeated) return [{ do: 'ask-factor' }, { do: 'retry', afterMs: 0 }];
  const ending = signedIn ? endings.find((status) => status === error.status) : undefined;
  if (ending) return logoutWith(failed(ending, error));
  // Of two calls of an ended session, the first has already led to the sign-in page; the second stays silent.
  if (operation === 'read-config') return error.httpStatus === 401 && !signedIn ? [] : [{ do: 'log' }];
  // Spec 8 fixes the text of a refusal of these calls; one that was never answered asks to try again.
  if (fixedTexts.includes(operation) && unanswered.includes(error.status)) return [failed(getText(error.status), error)];
  if (operation === 'save-config' && !error.field) return [failed('unexpected', error)];
  if (operation === 'change-company') return [failed('company_change_failed', error)];
  if (operation === 'enter-company') {
    // Its only input is the token of the address, so an invalid one is a link that doesn't work.
    if (error.status === 'invalid_input') return [failed('session.signInFailed', error), { do: 'show', text: 'link_used' }];
    return [failed('session.signInFailed', error), { do: 'show', text: getText(error.status), vars: error.vars }];
  }
  // Not a failure: the page asks for the second factor.
  if (operation === 'switch-partner')
    return [error.status === 'factor_stale' ? { do: 'show', text: error.status } : failed('session.signInFailed', error)];
  if (error.status === 'no_page_permission') return [failed('no_page_permission', error), { do: 'go', to: '/' }];
  return [{ do: 'show', text: getText(error.status), vars: error.vars, requestId: error.requestId }];
}
