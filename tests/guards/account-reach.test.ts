import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';

/**
 * A session reaches an account only through `app.my_account()` (docs/security.md). These functions read accounts, or memberships of an
 * account, without it; each entry names the proof it relies on instead.
 */
const named: Record<string, string> = {
  account_act_opens: 'the link about factors that was mailed',
  account_act_take: 'the link about factors that was mailed',
  account_code: 'a job: the code of a first factor, mailed to the account’s own address',
  account_link: 'a job: the link leaves by mail and proves itself when it is opened',
  account_opens: 'the link that was mailed',
  account_reader: 'a job: the recipient of mail about an account',
  account_take: 'the link that was mailed, and the password where the account is known',
  arrive: 'a ticket that the account’s own session, or its password, made',
  enter: 'seals the account where the session’s row says that it may',
  entrant: 'the proof of a way in',
  factor_help: 'the ticket of a pending sign-in; what helps is mailed to the account’s own address',
  factor_open: 'the ticket of a pending sign-in',
  factor_people: 'says whether a person has a second factor, for administrators; shows no factor',
  factor_refused: 'writes down a wrong factor of a pending sign-in',
  factor_use: 'the ticket of a pending sign-in, and the factor',
  lift_lock: 'makes browsers of a user of this tenant unknown for the account; shows nothing of it',
  link_bind: 'the proof that a link to a provider asks for',
  link_code: 'a job: the code that a link to a provider asks for',
  link_open: 'the ticket of a provider’s answer that waits',
  login_elsewhere: 'the proof of the password just checked',
  partner_overview: 'whether any person of a unit below has an account, for the layer above',
  passkey_open: 'a passkey’s answer, which is verified afterwards',
  passkey_use: 'a passkey’s answer that was verified',
  person_factors: 'counts, for administrators; shows no factor',
  purge_removed: 'a job: deletes accounts without users',
  purge_unit: 'a job: deletes accounts without users',
  capacity_models: 'accounts of the report service are no accounts of people',
  report_capacity: 'an account of the report service, not of a person',
  reset_factors: 'removes the factors that are bound to the tenant, never those of the account',
  session_begin: 'the proof of the step before',
  sign_in_facts: 'counts the try before anything is compared',
  tenant_facts: 'counts administrators who have an account, for the layer above',
  move_capacity: 'accounts of the report service are no accounts of people',
  register_capacity: 'the same',
};

test('every callable function reads accounts through app.my_account() or is listed with its proof', () => {
  const files = projectFiles(/^db\/functions\/.*\.sql$/);
  const callable = files.filter(({ text }) => /^grant execute on function app\.\w+ to (?!mirante_gate;)/m.test(text));
  expect(callable.length).toBeGreaterThan(100);
  const reaching = callable
    .filter(({ text }) => /\baccount_id\b|public\.accounts\b/.test(text) && !text.includes('app.my_account()'))
    .map(({ path }) => path.replace(/^db\/functions\/|\.sql$/g, ''));
  expect(reaching.toSorted()).toEqual(Object.keys(named).toSorted());
});
