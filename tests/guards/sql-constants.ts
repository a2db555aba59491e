import { linkHours } from '../../domain/accounts/links.ts';
import { taskLimits } from '../../domain/automatic-actions/limits.ts';
import { noticeDays } from '../../domain/bi-accounts/limits.ts';
import { capacityLimits } from '../../domain/capacity/limits.ts';
import { expiryDays, reminderDays } from '../../domain/catalogs/limits.ts';
import { maxOwnFields, undoDays as undoDaysOfFields } from '../../domain/custom-fields/limits.ts';
import { maxAnnounceHours } from '../../domain/maintenance/window.ts';
import { standingHours, switchMinutes } from '../../domain/partner-access/limits.ts';
import { awayMinutes, deviceNoticeDays } from '../../domain/playlists/limits.ts';
import { codeSeconds } from '../../domain/saml/limits.ts';
import { longestLives } from '../../domain/session/limits.ts';
import { proofMinutes } from '../../domain/session/proof.ts';
import { defaultSettings } from '../../domain/settings/defaults.ts';
import { keptAfterTrialDays } from '../../domain/tenants/limits.ts';
import { mailSeconds, triesOfStep } from '../../domain/two-factor/limits.ts';
import { periods } from '../../domain/usage/periods.ts';
import { maxRows } from '../../domain/user-imports/limits.ts';
import { expiryNoticeDays, undoDays } from '../../domain/users/limits.ts';
import type { SourceFile } from './imports.ts';

// A limit or a period in db/functions can't use a TypeScript constant. Each one is listed here with its files, so that a change in one
// place
// fails until all have followed; values that TypeScript has too come from its constant.

/** `is` is the form that `getConstants` returns; `files` are names of functions, `name*2` if it occurs there twice. */
export type Known = { what: string; is: string; files: string };

const seconds = (n: number) => `${n} s`;
const minutes = (n: number) => seconds(n * 60);
const hours = (n: number) => minutes(n * 60);
const days = (n: number) => hours(n * 24);
const known = (what: string, is: string | number, files: string): Known => ({ what, is: String(is), files });
const [firstOfPerson, lastOfPerson] = expiryNoticeDays;
const [firstDevice, secondDevice, lastDevice] = deviceNoticeDays;
const [firstNotice, secondNotice, lastNotice] = noticeDays;

const units = { second: 1, min: 60, minute: 60, hour: 3600, day: 86_400, year: 365 * 86_400 };
const duration = /'(\d+) (second|minute|min|hour|day|year)s?'/g;
// Not part of a name, a parameter, a decimal or text; 0 to 2 are never limits, and `rows 5` is for the planner.
const number = /(?<![\w.$"\][])(?<!\brows )(\d+)(?![\w."])/g;

/** The constants of the templates in a file of TypeScript; a step of `generate_series` is none. */
export function constantsOfTemplates(text: string): string[] {
  const templates = [...text.matchAll(/\bsql(?:<[^>`]*>)?`((?:[^`\\]|\\.)*)`/g)].map(([, template = '']) => template);
  return templates.flatMap((template) =>
    getConstants(template.replaceAll(/\$\{[^}]*\}/g, '$1').replaceAll(/, interval '1 day'\) \w+ \(/g, '')),
  );
}

/** Every duration, list of numbers and number in a function's text, in one spelling; without comments and other text. */
export function getConstants(text: string): string[] {
  const code = text.replaceAll(/--[^\n]*/g, '');
  // Because the pattern names them.
  const durations = [...code.matchAll(duration)].map(([, n, unit]) => seconds(Number(n) * units[unit as keyof typeof units]));
  const lists = [...code.matchAll(/'\{(\d+(?:,\d+)+)\}'/g)].map(([, list]) => `{${list}}`);
  const bare = code.replaceAll(/'(?:[^']|'')*'/g, "''");
  const numbers = [...bare.matchAll(number)].flatMap(([, n]) => (Number(n) > 2 ? [String(n)] : []));
  return [...durations, ...lists, ...numbers];
}

const getName = (path: string) => path.replace(/^.*\/|\.sql$/g, '');

/** Constants that occur in a file more often than listed for it, or are listed and don't occur. */
export function constantFaults(files: readonly SourceFile[], list: readonly Known[]): string[] {
  const counts = new Map<string, number>();
  const add = (name: string, is: string, by: number) => counts.set(`${name}: ${is}`, (counts.get(`${name}: ${is}`) ?? 0) + by);
  for (const { path, text } of files) for (const is of getConstants(text)) add(getName(path), is, 1);
  for (const { is, files: names } of list)
    for (const entry of names.split(' ')) {
      const [name = '', times = '1'] = entry.split('*');
      add(name, is, -Number(times));
    }
  return [...counts]
    .flatMap(([what, n]) => (n === 0 ? [] : [n > 0 ? `${what} stands there, not listed` : `${what} is listed, not there`]))
    .sort();
}

/** Constants that TypeScript has too. */
const shared = [
  known('a proof of the account counts', minutes(proofMinutes), 'enter'),
  known('wrong answers that a second step takes', triesOfStep, 'factor_open*2 link_open*2'),
  known('mails about factors are counted within', seconds(mailSeconds), 'code_mail factor_help'),
  known('how many lives a used session has', longestLives, 'session_used*2'),
  known('hours of a session where nothing is set', defaultSettings.login_timeout, 'session_used'),
  known('lost factors are wiped after', hours(linkHours.keep), 'account_act_take factor_gate factor_help'),
  known('link to a new password', hours(linkHours.reset), 'account_act_take'),
  known('removed people can be restored', days(undoDays), 'purge_removed'),
  known('removed custom fields can be restored', days(undoDaysOfFields), 'purge_custom_fields'),
  known('custom fields of a tenant', maxOwnFields, 'new_custom_key'),
  known('maintenance is announced at most before', hours(maxAnnounceHours), 'due_windows'),
  known('a display that is silent is off', minutes(awayMinutes), 'enter_player*2 start_player'),
  known('a partner’s visit without a call ends', minutes(switchMinutes.idle), 'may_act'),
  known('a partner may be let in without asking', standingHours, 'set_partner_relation'),
  known('a provider’s answer waits for its browser', codeSeconds, 'saml_arrive*2'),
  known('the same for Entra', seconds(codeSeconds), 'entra_arrive'),
  known('an ended trial is kept', keptAfterTrialDays, 'tell_trials*4'),
  known('its deletion is told', keptAfterTrialDays - 7, 'tell_trials*4'),
  known('rows of an import, and one more', maxRows + 1, 'import_people'),
  known('demand for a capacity is kept', days(capacityLimits.demandDays), 'sweep_capacities'),
  known('the log of a capacity', days(capacityLimits.logDays), 'sweep_capacities'),
  known('a slot of demand', minutes(capacityLimits.demandMinutes), 'capacity_demand note_closed*2'),
  known('work of tasks that is near', minutes(capacityLimits.dueMinutes), 'capacity_due*4'),
  known('entries of a page of the log, and one more', 101, 'capacity_history'),
  known('periods of usage', `{${periods.join()}}`, 'begin_usage sum_usage'),
  known('the longest of them', periods.at(-1) ?? '', 'sum_usage'),
  ...reminderDays.map((day) => known('a request of the catalog is remembered', days(day), 'due_requests')),
  known('reminders of it', reminderDays.length, 'due_requests'),
  known('runs of tasks are kept', days(taskLimits.runDays), 'sweep'),
  ...taskLimits.endNotices.map((day) => known('notices of a task’s end', days(day), 'due_tasks')),
  known('the same as a mark', taskLimits.endNotices[1], 'due_tasks'),
  known('first notice of a secret', days(firstNotice), 'due_secrets'),
  known('second notice of a secret', days(secondNotice), 'due_secrets'),
  known('last notice of a secret', days(lastNotice), 'due_secrets'),
];

/** Constants in SQL only: once, or in several functions that must agree. */
const ownOfSql = [
  // Capacities.
  known('capacities of one tick', 100, 'due_capacities'),
  known('wakes are counted within', hours(1), 'claim_capacity'),
  known('a changing capacity is asked for at most once in', seconds(2), 'claim_capacity'),
  known('a person waits for a start at most', minutes(30), 'capacity_waiting'),
  known('a display that asked for a start waits at most', seconds(180), 'capacity_waiting'),
  known('models that a look asks for their refreshes', 30, 'capacity_models'),
  known('and is forgotten after', days(1), 'sweep_capacities'),
  known('an export that runs longer is dead', hours(6), 'capacity_exports'),
  known('refreshes that a pause would bill', hours(24), 'capacity_use'),
  // Second factors.
  known('a factor that was just given', minutes(15), 'factor_due factor_write own_factors'),
  known('a session that has just begun', minutes(15), 'factor_write needs_code'),
  known('a factor opens units below', hours(12), 'factor_aged'),
  known('a remembered device', days(30), 'factor_gate*2 own_remembered'),
  known('a step of a sign-in waits', minutes(10), 'factor_gate factor_write'),
  known('passkeys and apps of a holder', 20, 'factor_write'),
  known('a code to change the account', minutes(10), 'account_code'),
  known('a link after a sign-in whose password must be changed', minutes(30), 'change_link'),
  known('a proof waits for its session', minutes(2), 'proof_make'),
  known('a ticket to another unit', seconds(60), 'company_ticket switch_ticket'),
  known('mail about a new device or a guessed factor', hours(1), 'session_start factor_refused'),
  // Guesses: how many, within.
  known('guesses of one person', 5, 'sign_in_facts*2 account_opens link_open*2 lift_lock person_lock'),
  known('guesses at one address everywhere', 20, 'sign_in_facts*2 account_opens link_open*2'),
  known('within', minutes(30), 'sign_in_facts*2 account_opens*2 link_open*2'),
  known('told as seconds', 1800, 'account_opens'),
  known('sign-ins from one address', 100, 'sign_in_facts*2 passkey_open'),
  known('sign-ins of one tenant', 3000, 'sign_in_facts*2'),
  known('within', minutes(15), 'sign_in_facts*2 passkey_open'),
  known('guesses at factors of one holder', 10, 'factor_open own_factors account_to_prove'),
  known('within', minutes(30), 'factor_open own_factors account_to_prove'),
  known('factors from one address', 200, 'factor_open factor_help link_open'),
  known('within', minutes(15), 'factor_open factor_help link_open'),
  known('ways in that ask a provider, or for a passkey', 600, 'entra_start passkey_offer saml_wait'),
  known('within', minutes(15), 'entra_start passkey_offer saml_wait'),
  known('links opened from one address', 120, 'account_act_opens account_opens'),
  known('uses of one link', 10, 'account_opens'),
  known('within', minutes(15), 'account_act_opens account_opens*2'),
  known('told as seconds', 900, 'account_opens'),
  known('mails to one address', 5, 'account_forgot*2'),
  known('mails from one address', 20, 'account_forgot*2'),
  known('mails of one tenant', 1000, 'account_forgot*2'),
  known('within', hours(1), 'account_forgot*3'),
  known('mailed codes of one account', 5, 'code_mail'),
  known('mails about lost factors', 3, 'factor_help'),
  known('mails to confirm a link', 3, 'link_send'),
  known('within', minutes(15), 'link_send'),
  known('guesses at one’s own password', 5, 'own_account'),
  known('within', minutes(30), 'own_account'),
  known('guesses at a pairing code', 20, 'may_try_code'),
  known('within', minutes(10), 'may_try_code'),
  known('pairing codes for one address', 20, 'pair_start'),
  known('pairing codes of one tenant', 300, 'pair_start'),
  known('within', minutes(10), 'pair_start*2'),
  known('links of displays from one address', 30, 'playlist_login'),
  known('within', minutes(15), 'playlist_login'),
  known('embedded tokens from one address', 240, 'embed_facts'),
  known('within', minutes(15), 'embed_facts'),
  // How often something is recorded.
  known('use is marked once', minutes(1), 'enter*2 enter_embed enter_scim embed_begin entra_arrive'),
  known('a refusal is recorded once', minutes(1), 'call_closed display_refused embed_refused factor_refused refused_once'),
  // Retention.
  known('removed units can be restored', days(30), 'due_units purge_unit set_tenant_status tenant_facts'),
  known('removed groups can be restored', days(30), 'sweep*14'),
  known('failed messages and refused tokens are kept', days(30), 'sweep*2'),
  known('imports of people are kept: unfinished', days(30), 'forget_user_imports'),
  known('imports of people are kept: finished', days(90), 'forget_user_imports'),
  known('exports are listed', days(90), 'due ended_exports'),
  known('sessions that are over are kept', days(90), 'sweep'),
  known('used tokens and changes of factors are kept', days(7), 'sweep*2'),
  known('counters of guesses are kept', days(1), 'sweep'),
  known('used tickets are kept', days(1), 'sweep_ways_in'),
  known('tokens of embedded reports are kept', hours(1), 'sweep*2'),
  known('news, mails and sign-ins are kept', days(180), 'sweep_news*4 sweep_ways_in'),
  known('revoked keys of embedding are kept', days(180), 'sweep_embedded'),
  known('embedded sessions are kept', days(7), 'sweep_embedded'),
  known('a token of embedding can’t be used again', minutes(20), 'embed_begin'),
  known('visits are kept', days(400), 'count_usage'),
  known('visits are counted again', days(1), 'count_usage'),
  known('a visit counts at most, in seconds', 4 * 3600, 'visit_seconds'),
  known('lines of the log of provisioning removed at once', 20_000, 'sweep_scim'),
  // Displays.
  known('players of one display', 3, 'enter_player start_player'),
  known('silent players are kept', days(90), 'start_player'),
  known('players are looked through', hours(1), 'start_player'),
  known('a pairing code that is over still answers', minutes(10), 'pair_poll'),
  // Notices before the end.
  known('a request of the catalog expires', days(expiryDays), 'due_requests'),
  known('first notice of a display’s end', days(firstDevice), 'due_devices'),
  known('second notice of a display’s end', days(secondDevice), 'due_devices'),
  known('last notice of a display’s end', days(lastDevice), 'due_devices'),
  known('the same as marks', firstDevice, 'due_devices'),
  known('the same as marks', secondDevice, 'due_devices'),
  known('first notice of a person’s end', days(firstOfPerson), 'due_people'),
  known('last notice of a person’s end', days(lastOfPerson), 'due_people'),
  known('the same as a mark', firstOfPerson, 'due_people'),
  known('notices of a trial’s end', days(7), 'due tell_trials'),
  known('the same as marks', 7, 'tell_trials'),
  known('the same as marks', 3, 'tell_trials*2'),
  known('a limit is told from four fifths on', 4, 'due_limits*2'),
  known('a limit is told from four fifths on', 5, 'due_limits*2'),
  known('the same as marks', 80, 'due_limits*2'),
  known('the same as marks', 100, 'due_limits*2'),
  known('percent, and how far below a mark is taken back', 100, 'due_limits'),
  known('percent, and how far below a mark is taken back', 5, 'due_limits'),
  known('trials of units that end', days(14), 'partner_overview'),
  known('administrators who haven’t signed in', days(2), 'partner_overview'),
  known('seats are short from nine tenths on', 9, 'partner_overview'),
  known('seats are short from nine tenths on', 10, 'partner_overview'),
  known('a request to visit is answered', minutes(30), 'partner_switch'),
  known('an allowed visit begins', minutes(5), 'partner_switch'),
  known('a new partner’s relation', days(730), 'add_tenant'),
  // Mail.
  known('the lane of bulk mail', 3, 'claim_mail*3 take_mail*7'),
  known('a quarter of what is left goes to it', 4, 'claim_mail'),
  known('mail that may leave early', seconds(5), 'take_mail'),
  known('a pace that is too far ahead begins anew', seconds(30), 'take_mail'),
  // Sizes of lists and batches.
  known('rows that a job takes at once', 20, 'due_units'),
  known('rows that a job takes at once', 50, 'purge_custom_fields'),
  known(
    'rows that a job takes at once',
    100,
    'claim_checks claim_mail claim_mailings due_devices due_limits due_requests*2 due_secrets due_windows',
  ),
  known(
    'rows that a job takes at once',
    200,
    'claim_triggers due_exports due_partner_months due_remote due_user_imports purge_removed tell_trials',
  ),
  known('rows that a job takes at once', 500, 'due_people due_runs due_tasks*3 ended_exports forget_user_imports'),
  known('a list’s rows', 5, 'tenant_facts'),
  known('a list’s rows', 20, 'partner_overview*4 partner_people'),
  known('a list’s rows', 50, 'partner_overview partner_units person_sessions'),
  known('a list’s rows', 100, 'own_sessions'),
  known('a list’s rows', 200, 'act_over units_of_party'),
  known('a list’s rows', 500, 'companies saml_companies'),
  known('a list’s rows', 1000, 'custom_use'),
  known('pages of a visit that are kept', 200, 'act_page'),
  known('letters of a folded value', 200, 'custom_fold'),
  known('refused calls recorded of a session in a minute', 60, 'call_closed'),
  // Arithmetic.
  known('seconds of a minute', 60, 'act_over'),
  known('seconds of a day', 86_400, 'tell_trials'),
  known('milliseconds of a second', 1000, 'take_mail*2'),
  known('letters of a digest that make an id', 32, 'session_mark'),
  known('no limit', 2_147_483_647, 'seats_left'),
  known('makes negative numbers sort', 1_000_000_000_000, 'custom_number'),
];

export const knownConstants: readonly Known[] = [...shared, ...ownOfSql];
