import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';

// Every way in ends at `admit`, which alone starts sessions; the database is asked for one in a single place, behind the gate of second factors.
const server = () => projectFiles(/^(functions|scheduled)\/.*\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'));
const naming = (pattern: RegExp) => server().flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));

test('nobody but the one door starts a session, and it asks for the second factor in the same breath', () => {
  expect(naming(/\bstartSession\(/).sort()).toEqual(['functions/features/session/admit.ts', 'functions/features/session/start-session.ts']);
  expect(naming(/app\.session_start\(/)).toEqual(['functions/features/session/start-session.ts']);
  const [starter] = server().filter(({ path }) => path === 'functions/features/session/start-session.ts');
  expect(starter?.text).toMatch(/app\.factor_gate\([\s\S]*case when g\.due or not p\.stands [^\n]* then false else app\.session_start\(/);
});

// Whatever else is public reads with a role that begins nothing.
const atTheDoor = [
  'functions/features/accounts/forgot-password.ts',
  'functions/features/accounts/open-link.ts',
  'functions/features/accounts/set-password.ts',
  'functions/features/companies/enter-company.ts',
  'functions/features/embedding/let-in.ts',
  'functions/features/entra/callback.ts',
  'functions/features/entra/start.ts',
  'functions/features/entra/take-handoff.ts',
  'functions/features/identities/send-code.ts',
  'functions/features/identities/waiting.ts',
  'functions/features/partner-switch/back.ts',
  'functions/features/playlists/pairing.ts',
  'functions/features/remote-access/act-as.ts',
  'functions/features/saml/answer.ts',
  'functions/features/saml/logout.ts',
  'functions/features/saml/start.ts',
  'functions/features/session/admit.ts',
  'functions/features/session/company-elsewhere.ts',
  'functions/features/session/login.ts',
  'functions/features/session/logout.ts',
  'functions/features/session/refresh-token.ts',
  'functions/features/session/saml-callback.ts',
  'functions/features/session/start-session.ts',
  'functions/features/session/tickets.ts',
  'functions/features/session/token-of-session.ts',
  'functions/features/two-factor/confirm-factor.ts',
  'functions/features/two-factor/factor-link.ts',
  'functions/features/two-factor/mailed-code.ts',
  'functions/features/two-factor/passkey-sign-in.ts',
  'functions/features/two-factor/pending.ts',
  'functions/features/two-factor/prove-account.ts',
  'functions/http/refuse-address.ts',
  'functions/http/role-check.ts',
  'functions/services/saml/farewell.ts',
];

test('only ways in, and what ends or records them, speak to the database as the door', () => {
  expect(naming(/\bwithDoor\b/).sort()).toEqual(atTheDoor);
});

test('only what has compared a factor says that one was given', () => {
  expect(naming(/\bgiven: true\b/).sort()).toEqual([
    'functions/features/two-factor/give-factor.ts',
    'functions/features/two-factor/passkey-sign-in.ts',
  ]);
});
