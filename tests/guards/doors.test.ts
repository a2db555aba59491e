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

test('only what has compared a factor says that one was given', () => {
  expect(naming(/\bgiven: true\b/).sort()).toEqual([
    'functions/features/two-factor/give-factor.ts',
    'functions/features/two-factor/passkey-sign-in.ts',
  ]);
});
