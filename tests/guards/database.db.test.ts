import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, startDatabase } from '../../dev/database/server.ts';
import { root } from '../../dev/folders.ts';
import { actionRows } from '../../domain/access/permissions.ts';
import { outcome } from '../attack/sql-roles.ts';
import { query } from '../support/database.ts';
import { callable, planted, sqlGuards } from './sql-guards.ts';

// One name per line: a new function adds a line.
const mayCall: Record<string, readonly string[]> = {
  mirante_app: [
    'account_prove',
    'account_to_prove',
    'act_end',
    'act_facts',
    'act_start',
    'add_tenant',
    'ask_owner',
    'ask_start',
    'capacity_demand',
    'capacity_facts',
    'capacity_history',
    'capacity_ledger',
    'capacity_past',
    'capacity_plan',
    'capacity_to_wake',
    'capacity_use',
    'change_company',
    'claim_look',
    'companies',
    'custom_fields_above',
    'custom_use',
    'edit_tenant',
    'end_own_sessions',
    'end_person_sessions',
    'enter',
    'enter_embed',
    'enter_player',
    'enter_scim',
    'factor_people',
    'factor_stale',
    'factor_write',
    'faq_above',
    'forget_own_devices',
    'hidden_from_above',
    'host_free',
    'identity_link',
    'identity_unlink',
    'identity_values',
    'import_people',
    'import_taken',
    'import_units',
    'lift_lock',
    'linkable',
    'look_at_capacities',
    'may_prove',
    'may_try_code',
    'me',
    'move_capacity',
    'must_hold',
    'my_relation',
    'new_custom_key',
    'note_closed',
    'note_pause_refused',
    'notice_missing',
    'notice_readers',
    'notice_reads',
    'notices_above',
    'own_account',
    'own_code_mail',
    'own_factors',
    'own_password',
    'own_remembered',
    'own_sessions',
    'own_tree',
    'owns_capacity',
    'partner_access',
    'partner_overview',
    'partner_people',
    'partner_relations',
    'partner_switch',
    'partner_units',
    'party_units',
    'person_devices',
    'person_factors',
    'person_lock',
    'person_sessions',
    'recall_message',
    'readmit',
    'register_capacity',
    'reinvite_administrator',
    'relation_stands',
    'release_account',
    'release_capacity',
    'report_capacity',
    'reset_factors',
    'saml_companies',
    'saml_end',
    'scim_adopts',
    'seat_name',
    'seats_left',
    'session_limits',
    'session_used',
    'set_capacity',
    'set_override',
    'set_partner_relation',
    'set_tenant_status',
    'settings_above',
    'switch_enter',
    'task_capacities',
    'task_unit',
    'tenant_facts',
    'units_of_party',
    'vote_faq',
    'wait_cancel',
    'wait_of',
    'wake',
    'ways_told',
  ],
  mirante_job: [
    'account_code',
    'account_link',
    'account_reader',
    'act_end',
    'capacity_demand',
    'capacity_models',
    'capacity_plan',
    'capacity_to_wake',
    'claim_capacity',
    'claim_checks',
    'claim_look',
    'claim_mail',
    'claim_mailings',
    'claim_triggers',
    'count_usage',
    'custom_fields_above',
    'due',
    'due_capacities',
    'due_devices',
    'due_exports',
    'due_limits',
    'due_partner_months',
    'due_people',
    'due_remote',
    'due_requests',
    'due_runs',
    'due_secrets',
    'due_tasks',
    'due_units',
    'due_user_imports',
    'due_windows',
    'end_slot',
    'ended_exports',
    'enter_job',
    'enter_run',
    'forget_user_imports',
    'identity_values',
    'keep_runs',
    'link_code',
    'me',
    'message_done',
    'message_failed',
    'must_hold',
    'purge_custom_fields',
    'purge_removed',
    'purge_unit',
    'record_observed',
    'relation_stands',
    'report_capacity',
    'seats_left',
    'set_override',
    'settle_addresses',
    'sweep',
    'sweep_capacities',
    'sweep_embedded',
    'sweep_news',
    'sweep_scim',
    'sweep_ways_in',
    'take_slot',
    'task_capacities',
    'task_unit',
    'tell_trials',
    'unsubscribe_token',
    'wake',
    'ways_told',
  ],
  mirante_public: [
    'allowed_addresses',
    'embed_origins',
    'enters_unasked',
    'hosts_of',
    'password_rules',
    'public_faq',
    'saml_page',
    'sign_in_page',
    'takes_passwords',
    'tenant_of_host',
    'ways_in',
  ],
  mirante_door: [
    'account_act_opens',
    'account_act_take',
    'account_forgot',
    'account_opens',
    'account_take',
    'act_end',
    'act_page',
    'arrive',
    'call_closed',
    'call_refused',
    'display_refused',
    'embed_begin',
    'embed_end',
    'embed_facts',
    'embed_person',
    'embed_refused',
    'embed_session',
    'entra_arrive',
    'entra_request',
    'entra_start',
    'entrant',
    'factor_help',
    'factor_open',
    'factor_refused',
    'factor_use',
    'handoff_make',
    'handoff_take',
    'link_bind',
    'link_open',
    'link_send',
    'link_wait',
    'login_elsewhere',
    'pair_poll',
    'pair_start',
    'partner_arrive',
    'partner_home',
    'passkey_offer',
    'passkey_open',
    'passkey_use',
    'player_end',
    'player_facts',
    'playlist_login',
    'proof_refused',
    'saml_app',
    'saml_arrive',
    'saml_logout',
    'saml_refused',
    'saml_wait',
    'session_begin',
    'session_end',
    'session_facts',
    'session_limits',
    'sign_in_facts',
    'sso_take',
    'takes_passwords',
    'ticket_make',
    'ticket_take',
    'unsubscribe',
    'ways_in',
  ],
  mirante_wide: ['enter', 'me', 'own_tree'],
};
const getList = (functions: unknown) => String(functions).split(' ').toSorted();

describe('the database', () => {
  test.each(Object.values(sqlGuards))('$name', async ({ sql }) => {
    expect(await query(sql)).toEqual([]);
  });

  test('lets each role call only these functions of the gate', async () => {
    const found = (await query(callable)).map(({ role, functions }) => [role, getList(functions)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.entries(mayCall).map(([role, list]) => [role, list.toSorted()])));
  });

  test.each([
    ['job', true, [{ must_hold: '' }]],
    ['job', false, 'MR419'],
    ['job', null, 'MR419'],
    ['app', true, 'MR500'],
    ['public', true, '42501'],
    ['door', true, '42501'],
    ['wide', true, '42501'],
  ] as const)('as %s, `mustHold` of %s ends with %j', async (role, holds, end) => {
    const entered = role === 'job' ? ['select app.enter_job(null)'] : [];
    expect(await outcome(role, ...entered, ['select app.must_hold($1)::text', [holds]])).toEqual(end);
  });

  test('has the same actions that reach below or work while suspended as the table of permissions', async () => {
    const rows = await query('select action, profile, above, flag, limited from app.actions order by action, profile');
    const wanted = actionRows().toSorted((a, b) => (a.action + a.profile < b.action + b.profile ? -1 : 1));
    expect(wanted.length).toBeGreaterThan(0);
    expect(rows).toEqual(wanted);
  });
});

describe('the guard sees', () => {
  let database: Database;
  beforeAll(async () => {
    database = await startDatabase({ migrations: join(root, 'migrations') });
  });
  afterAll(() => database.close());

  /** Breaks a rule in a transaction that is rolled back, and runs the guard inside it. */
  async function whileBroken(damage: string, question: string): Promise<Record<string, unknown>[]> {
    const undo = new Error('undo');
    let rows: Record<string, unknown>[] = [];
    await database.owner
      .atOnce(async (sql) => {
        await sql.exec(damage);
        rows = (await sql.query(question)).rows;
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return rows;
  }

  test.each(planted)('%s: %s', async (guard, damage) => {
    expect(await whileBroken(damage, sqlGuards[guard].sql)).not.toEqual([]);
    expect((await database.owner.query(sqlGuards[guard].sql)).rows).toEqual([]);
  });

  test('every guard has a planted violation', () => {
    expect(new Set(planted.map(([guard]) => guard))).toEqual(new Set(Object.keys(sqlGuards)));
  });

  test('a function granted to an additional role, and an action missing from the permissions', async () => {
    const rows = await whileBroken(
      'grant execute on function app.set_me(uuid, uuid, uuid, text, uuid, text, text, text, uuid, uuid) to mirante_app',
      callable,
    );
    const ofApp = rows.find(({ role }) => role === 'mirante_app')?.functions;
    expect(getList(ofApp)).toEqual([...(mayCall.mirante_app ?? []), 'set_me'].toSorted());
    const actions = await whileBroken(
      "insert into app.actions values ('groups.edit', 'master', true, null, false)",
      'select * from app.actions',
    );
    expect(actions).toHaveLength(actionRows().length + 1);
  });
});
