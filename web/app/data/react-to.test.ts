import { describe, expect, test } from 'vitest';
import { errors as english } from '../../../i18n/en-US/errors.ts';
import { session as sessionEnglish } from '../../../i18n/en-US/session.ts';
import { errors as portuguese } from '../../../i18n/pt-BR/errors.ts';
import { session as sessionPortuguese } from '../../../i18n/pt-BR/session.ts';
import { ApiError, type Failure, getFailure } from './api-error.ts';
import { type Context, type Effect, getOperation, reactTo } from './react-to.ts';

const refusal = (httpStatus: number, status: Failure['status'], more: Partial<Failure> = {}) =>
  new ApiError({ httpStatus, status, message: status, requestId: 'r1', ...more });
const inside: Context = { signedIn: true, path: '/all/reports', operation: 'other', repeated: false };
const outside: Context = { ...inside, signedIn: false, path: '/signin' };
const shown = (text: string) => [{ do: 'show', text, vars: undefined, requestId: 'r1' }];
const toasted = (text: string) => ({ do: 'toast', kind: 'error', text, vars: undefined, requestId: 'r1' });
const steps = (effects: Effect[]) => effects.map((effect) => effect.do);
const expired = [{ do: 'toast', kind: 'info', text: 'token_expired' }, { do: 'logout' }];

describe('a response with ip_not_allowed', () => {
  test('signs out and leads to /ip/notallowed', () => {
    expect(reactTo(refusal(403, 'ip_not_allowed'), inside)).toEqual([{ do: 'logout' }, { do: 'go', to: '/ip/notallowed' }]);
  });
  test('only redirects there when no user is signed in, at sign-in too', () => {
    expect(reactTo(refusal(403, 'ip_not_allowed'), { ...outside, operation: 'sign-in' })).toEqual([{ do: 'go', to: '/ip/notallowed' }]);
  });
  test('applies to any call and any status', () => {
    const error = refusal(400, 'unexpected', { message: 'ip_not_allowed' });
    expect(steps(reactTo(error, { ...inside, operation: 'save-config' }))).toEqual(['logout', 'go']);
  });
});

describe('401', () => {
  test.each(['token_expired', 'token_invalid', 'session_gone'] as const)(
    "while signed in (%s) says 'Autenticação expirou' and logs out",
    (status) => {
      expect(reactTo(refusal(401, status), inside)).toEqual(expired);
      expect(portuguese.token_expired).toBe('Autenticação expirou');
    },
  );
  test("'Token is Expired' outside a player ends the session as well", () => {
    expect(reactTo(refusal(401, 'token_expired', { message: 'Token is Expired' }), inside)).toEqual(expired);
  });
  test('from a wrong password does not end an existing session', () => {
    expect(reactTo(refusal(401, 'error_user_or_password'), { ...inside, operation: 'sign-in' })).toEqual(shown('error_user_or_password'));
  });
});

describe("'Token is Expired' on a playlist view", () => {
  const onPlayer: Context = { ...inside, path: '/018f/playlist/view' };
  const error = refusal(401, 'token_expired', { message: 'Token is Expired' });
  test('renews, retries after 0.5 s, shows a notice for 1 s and reloads after 1 s', () => {
    expect(reactTo(error, onPlayer)).toEqual([
      { do: 'toast', kind: 'info', text: 'session.updating', lastsMs: 1000 },
      { do: 'refresh-token' },
      { do: 'retry', afterMs: 500 },
      { do: 'reload', afterMs: 1000 },
    ]);
  });
  test('a second time ends the session instead of looping', () => {
    expect(reactTo(error, { ...onPlayer, repeated: true })).toEqual(expired);
  });
  test('any other 401 there ends the session', () => {
    expect(reactTo(refusal(401, 'session_gone'), onPlayer)).toEqual(expired);
  });
  test.each([401, 403, 500, 503])('a renewal that fails with %i ends the session', (status) => {
    expect(reactTo(refusal(status, 'unexpected'), { ...onPlayer, operation: 'refresh-token' })).toEqual(expired);
  });
  test('a renewal that fails for lack of a network keeps the session', () => {
    expect(steps(reactTo(refusal(0, 'network'), { ...onPlayer, operation: 'refresh-token' }))).toEqual(['show']);
  });
});

describe('permissions that changed during the session', () => {
  test('renew the token once and repeat the call', () => {
    expect(reactTo(refusal(409, 'rights_stale'), inside)).toEqual([{ do: 'refresh-token' }, { do: 'retry', afterMs: 0 }]);
  });
  test('are reported when the repeated call is refused again', () => {
    expect(reactTo(refusal(409, 'rights_stale'), { ...inside, repeated: true })).toEqual(shown('rights_stale'));
  });
});

describe('changing a key of the unit that requires the second factor', () => {
  test('asks for it and repeats the call, whichever form saves', () => {
    for (const operation of ['other', 'save-config'] as const)
      expect(reactTo(refusal(403, 'factor_due'), { ...inside, operation })).toEqual([{ do: 'ask-factor' }, { do: 'retry', afterMs: 0 }]);
  });
  test('is reported when the repeated call is refused again', () => {
    expect(reactTo(refusal(403, 'factor_due'), { ...inside, repeated: true })).toEqual(shown('factor_due'));
  });
});

test.each(['user_blocked', 'tenant_blocked'] as const)('403 %s in mid-session shows its message and logs out', (status) => {
  expect(reactTo(refusal(403, status), inside)).toEqual([toasted(status), { do: 'logout' }]);
  expect(reactTo(refusal(403, status), { ...inside, operation: 'refresh-token' })).toEqual([toasted(status), { do: 'logout' }]);
});

describe('the configuration', () => {
  test('is only logged when it cannot be loaded', () => {
    expect(reactTo(refusal(500, 'unexpected'), { ...inside, operation: 'read-config' })).toEqual([{ do: 'log' }]);
  });
  test('shows the generic error when it cannot be saved', () => {
    expect(reactTo(refusal(500, 'unexpected'), { ...inside, operation: 'save-config' })).toEqual([toasted('unexpected')]);
  });
  test.each(['save-config', 'change-company', 'switch-partner'] as const)('without an answer, %s says that there was none', (operation) => {
    expect(reactTo(refusal(0, 'network'), { ...inside, operation })).toEqual([toasted('session.network')]);
    expect(reactTo(refusal(503, 'service_unavailable'), { ...inside, operation })).toEqual([toasted('service_unavailable')]);
  });
  test("shows a field's own error at the field", () => {
    const error = refusal(422, 'invalid_input', { field: 'login_timeout' });
    expect(steps(reactTo(error, { ...inside, operation: 'save-config' }))).toEqual(['show']);
  });
});

describe('changing company and partner', () => {
  test('a failed company change is reported', () => {
    expect(reactTo(refusal(500, 'unexpected'), { ...inside, operation: 'change-company' })).toEqual([toasted('company_change_failed')]);
  });
  test("a refused company shows 'Erro ao realizar login!', and the page shows why", () => {
    expect(reactTo(refusal(410, 'link_used'), { ...inside, operation: 'enter-company' })).toEqual([
      toasted('session.signInFailed'),
      { do: 'show', text: 'link_used', vars: undefined },
    ]);
  });
  test('a malformed address of a company change is a link that no longer works, not a field', () => {
    expect(reactTo(refusal(422, 'invalid_input', { field: 'token' }), { ...inside, operation: 'enter-company' }).at(-1)).toEqual({
      do: 'show',
      text: 'link_used',
      vars: undefined,
    });
  });
  test.each(['switch-partner'] as const)("%s that fails says 'Erro ao realizar login!'", (operation) => {
    expect(reactTo(refusal(403, 'not_permitted'), { ...inside, operation })).toEqual([toasted('session.signInFailed')]);
    expect(sessionPortuguese['session.signInFailed']).toBe('Erro ao realizar login!');
  });

  test('a partner who is asked for the second factor has not failed', () => {
    expect(reactTo(refusal(403, 'factor_stale'), { ...inside, operation: 'switch-partner' })).toEqual([
      { do: 'show', text: 'factor_stale' },
    ]);
  });
});

describe('SAML', () => {
  test("a failed login shows 'Error ao autenticar!'", () => {
    expect(reactTo(refusal(403, 'not_permitted'), { ...outside, operation: 'saml-login' })).toMatchObject([
      { do: 'show', text: 'session.samlFailed' },
    ]);
    expect(reactTo(refusal(0, 'network'), { ...outside, operation: 'saml-login' })).toMatchObject([
      { do: 'show', text: 'session.network' },
    ]);
    expect(sessionPortuguese['session.samlFailed']).toBe('Error ao autenticar!');
  });
  test.each([
    ['error_user_or_password', 'Incorrect Username or Password!'],
    ['not_found_companies', 'User without company!'],
    ['user_disable', 'User deactivated!'],
    ['blocked', 'User is blocked!'],
    ['domain_not_allowed', 'No access to this domain!'],
    ['horario_not_allowed', 'Hour not allowed!'],
    ['inactive', 'User is inactive!'],
    ['error_azure_not_companies', 'Request access to a Business Unit from your Administrator!'],
    ['finish_test', 'Test period has ended!'],
  ] as const)('status %s says %s', (status, words) => {
    expect(reactTo(refusal(403, status), { ...outside, operation: 'saml-callback' })).toMatchObject([{ do: 'show', text: status }]);
    expect(english[status]).toBe(words);
  });
  test("status ip_not_allowed without that message shows 'IP not allowed!'", () => {
    const error = refusal(403, 'ip_not_allowed', { message: 'refused' });
    expect(reactTo(error, { ...outside, operation: 'saml-callback' })).toMatchObject([{ do: 'show', text: 'ip_not_allowed' }]);
    expect(english.ip_not_allowed).toBe('IP not allowed!');
  });
  test("anything else shows 'Error ao autenticar!'", () => {
    expect(reactTo(refusal(500, 'unexpected'), { ...outside, operation: 'saml-callback' })).toMatchObject([{ text: 'session.samlFailed' }]);
  });
});

describe('sign-in', () => {
  const signingIn: Context = { ...outside, operation: 'sign-in' };
  test('leads to the new-password page with its token', () => {
    expect(reactTo(refusal(403, 'user_change_password', { token: 'a/b' }), signingIn)).toEqual([{ do: 'go', to: '/new/password/a%2Fb' }]);
  });
  test('leads to the page that says where the password is changed', () => {
    const error = refusal(403, 'account_elsewhere');
    for (const operation of ['sign-in', 'enter-company'] as const)
      expect(reactTo(error, { ...outside, operation })).toEqual([{ do: 'go', to: '/new/password/elsewhere' }]);
    // In a session it is said in place.
    expect(reactTo(error, { ...outside, signedIn: true, operation: 'other' })).toEqual(shown('account_elsewhere'));
  });
  test('leads to the two-factor setup with its token', () => {
    expect(reactTo(refusal(403, 'redirect_two_factor', { token: 'x' }), signingIn)).toEqual([{ do: 'go', to: '/config/2fa/x' }]);
  });
  test.each(['not_found_companies', 'maitenance'] as const)('a message of %s becomes the status of that name', (message) => {
    expect(reactTo(refusal(403, 'not_permitted', { message }), signingIn)).toEqual(shown(message));
  });
  test.each([
    'error_user_or_password',
    'user_disable',
    'blocked',
    'inactive',
    'finish_test',
    'horario_not_allowed',
    'too_many_attempts',
  ] as const)('%s is shown in the form', (status) => {
    expect(reactTo(refusal(403, status), signingIn)).toEqual(shown(status));
  });
});

describe('other calls', () => {
  test('a logout refused by the server is not reported', () => {
    expect(reactTo(refusal(401, 'token_invalid'), { ...inside, operation: 'sign-out' })).toEqual([{ do: 'log' }]);
  });
  test('a refused configuration is ignored when the session has ended by then, and reported otherwise', () => {
    const reading = { ...inside, operation: 'read-config' } as const;
    expect(reactTo(refusal(401, 'token_invalid'), { ...reading, signedIn: false })).toEqual([]);
    expect(reactTo(refusal(503, 'service_unavailable'), { ...reading, signedIn: false })).toEqual([{ do: 'log' }]);
  });
  test('a page that has become hidden is reported, and the user goes home', () => {
    expect(reactTo(refusal(403, 'no_page_permission'), inside)).toEqual([toasted('no_page_permission'), { do: 'go', to: '/' }]);
    expect(english.no_page_permission).toBe('You do not have permission to access this page.');
  });
  test.each([
    [403, 'not_permitted'],
    [403, 'function_disabled'],
    [404, 'group_not_found'],
    [409, 'user_limit_reached'],
    [422, 'invalid_input'],
    [503, 'service_unavailable'],
    [500, 'unexpected'],
  ] as const)('%i %s is shown where it was asked for', (httpStatus, status) => {
    expect(reactTo(refusal(httpStatus, status), inside)).toEqual(shown(status));
  });
  test('a call without a response reports that there is no connection', () => {
    expect(reactTo(refusal(0, 'network'), inside)).toEqual(shown('session.network'));
  });
});

test.each([
  ['unexpected', 'Oops! An error occurred!'],
  ['not_permitted', 'Unauthorized Access!'],
  ['function_disabled', 'You do not have access to this functionality'],
  ['no_records', 'No records found!'],
  ['ticket_not_found', 'This ticket does not exist'],
  ['group_not_found', 'This group does not exist!'],
  ['user_limit_reached', 'The user limit for this business unit has been reached.'],
  ['email_taken', 'This email already exists.'],
  ['phone_taken', 'Phone number already exists'],
] as const)('the words of %s stand as the specification has them', (code, words) => {
  expect(english[code]).toBe(words);
});
test('the sign-in failures of company and SAML are translated for en-US', () => {
  expect(sessionEnglish['session.signInFailed']).not.toBe('');
  expect(sessionEnglish['session.samlFailed']).not.toBe('');
});

test.each([
  ['/api/login', 'sign-in'],
  ['/api/auth/config', 'read-config'],
  ['/api/auth/change/back/partner', 'switch-partner'],
  ['/api/auth/reports', 'other'],
] as const)('%s is the operation %s', (path, operation) => {
  expect(getOperation(path)).toBe(operation);
});

describe('a refusal is read from', () => {
  const headers = new Headers({ 'retry-after': '90', 'x-request-id': 'h1' });
  test("the product's own response body", () => {
    const body = { status: 'name_taken', message: 'name_taken', requestId: 'b1', field: 'name', vars: { name: 'x' } };
    expect(getFailure(409, headers, body)).toMatchObject({
      status: 'name_taken',
      requestId: 'b1',
      field: 'name',
      vars: { name: 'x' },
      retryAfterSeconds: 90,
    });
  });
  test.each([
    [401, 'token_invalid'],
    [403, 'not_permitted'],
    [404, 'not_found'],
    [429, 'too_many_attempts'],
    [502, 'service_unavailable'],
    [500, 'unexpected'],
    [418, 'unexpected'],
  ] as const)('a foreign body with %i counts as %s', (httpStatus, status) => {
    expect(getFailure(httpStatus, headers, null)).toMatchObject({ status, message: status, requestId: 'h1' });
  });
});
