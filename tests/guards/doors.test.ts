import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';

// Every sign-in method ends at `admit`, which alone starts sessions; one place asks the database for a session, behind the second-factor
// gate.
const server = () => projectFiles(/^(functions|scheduled)\/.*\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'));
const naming = (pattern: RegExp) => server().flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));

test('only `admit` starts a session, and the same database call checks the second factor', () => {
  expect(naming(/\bstartSession\(/).sort()).toEqual(['functions/features/session/admit.ts', 'functions/features/session/start-session.ts']);
  expect(naming(/app\.session_begin\(/)).toEqual(['functions/features/session/session.sql.ts']);
  expect(naming(/\bbeginSession\(/)).toEqual(['functions/features/session/start-session.ts']);
  const starting = projectFiles(/^db\/functions\/.*\.sql$/).filter(({ text }) => /app\.session_start\(/.test(text));
  expect(starting.map(({ path }) => path)).toEqual(['db/functions/session_begin.sql', 'db/functions/session_start.sql']);
  expect(starting[0]?.text).toMatch(/app\.proof_take\([\s\S]*app\.password_stands\([\s\S]*app\.factor_gate\([\s\S]*app\.session_start\(/);
});

test('only the steps that verify a factor create a proof of it', () => {
  const giving = projectFiles(/^db\/functions\/.*\.sql$/).filter(({ text }) => /"given": true/.test(text));
  expect(giving.map(({ path }) => path)).toEqual(['factor_use', 'link_bind', 'passkey_use'].map((name) => `db/functions/${name}.sql`));
  for (const { text, path } of giving) expect(text, path).toMatch(/app\.factor_spend\([^;]*is not true/);
});

// The steps and the session take a proof, a ticket, a link or the session itself. Only one takes an id: that of a new account.
const namingSomebody = ['account_take'];

test('no function of the sign-in role takes a person’s id', () => {
  const door = projectFiles(/^db\/functions\/.*\.sql$/).filter(({ text }) => /^grant execute [^;]*\bmirante_door\b/m.test(text));
  expect(door.length).toBeGreaterThan(40);
  const ids = door.filter(({ text }) => /\(([^)]*\bp_(user|person|account|holder|seen|epoch)\b uuid[^)]*)\)\s+returns/.test(text));
  expect(ids.map(({ path }) => path.replace(/^db\/functions\/|\.sql$/g, ''))).toEqual(namingSomebody);
});

test('null fails closed: refusals test `is not true`, and a missing flag means the strict value', () => {
  const open = projectFiles(/^db\/functions\/.*\.sql$/).flatMap(({ path, text }) => {
    // Helpers that no role may call refuse for their callers; their own parameters come from those.
    const isCallable = /^grant execute /m.test(text);
    const tests = /\bnot (?:app\.(?!attempt\b)\w+\(|\w+\.acts\b)|\b(?:if|or|and) \w+\.version <> p_\w+/g;
    const flags = isCallable ? [...text.matchAll(/\bif (?:not )?p_\w+ (?:then|and|or)\b/g)] : [];
    return [...text.matchAll(tests), ...flags].map(([what]) => `${path}: ${what}`);
  });
  expect(open).toEqual([]);
});

// All other public calls read with a role that can't start a session.
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
  'functions/features/notifications/unsubscribe-page.ts',
  'functions/features/partner-access/back.ts',
  'functions/features/playlists/pairing.ts',
  'functions/features/remote-access/act-as.ts',
  'functions/features/saml/answer.ts',
  'functions/features/saml/logout.ts',
  'functions/features/saml/start.ts',
  'functions/features/session/admit.ts',
  'functions/features/session/company-elsewhere.ts',
  'functions/features/session/farewell.ts',
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
  'functions/request/closed-call.ts',
  'functions/request/refuse-address.ts',
  'functions/request/role-check.ts',
];

test('only sign-in, sign-out and their records use the sign-in role of the database', () => {
  expect(naming(/\bwithDoor\b/).sort()).toEqual(atTheDoor);
});
