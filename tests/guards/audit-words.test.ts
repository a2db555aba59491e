import { describe, expect, test } from 'vitest';
import { menuNames } from '../../domain/access/menu-names.ts';
import { auditCodes, auditFields, isAuditField } from '../../domain/audit-log/audit-fields.ts';
import { auditWhats, isAuditWhat, toldElsewhere } from '../../domain/audit-log/words.ts';
import { writingFields } from '../../domain/audit-log/writing.ts';
import type { ShiftPlan } from '../../domain/capacity/shift-edit.ts';
import { saveEntra } from '../../domain/entra/contract.ts';
import type { EntraFacts } from '../../domain/entra/save.ts';
import { faqFacts, type orderFacts } from '../../domain/faq/edit.ts';
import { getKeys } from '../../domain/fields/fields.ts';
import { auditedText } from '../../domain/mail-templates/edit.ts';
import { noticeFields } from '../../domain/notices/fields.ts';
import { notificationKinds } from '../../domain/notifications/kinds.ts';
import type { GrantFields } from '../../domain/report-access/edit-grant.ts';
import { type GroupFacts, noTexts } from '../../domain/report-groups/fields.ts';
import { groupWhats } from '../../domain/report-groups/whats.ts';
import { filterOperators } from '../../domain/reports/filters.ts';
import { addSaml } from '../../domain/saml/contract.ts';
import type { MapPlan } from '../../domain/scim/map.ts';
import { areaFields } from '../../domain/settings/areas.ts';
import { toldOnly, updateConfig } from '../../domain/settings/contract.ts';
import { bulkActions } from '../../domain/users/change-contract.ts';
import { type Places, personColumns } from '../../domain/users/fields.ts';
import type { SamlSettings } from '../../functions/services/saml/app.ts';
import { recordTexts } from '../../i18n/records-server.ts';
import { projectFiles } from './project-files.ts';

/** Administrators read the records of these features (`/setting?area=audit`), so they need words. */
const told = [
  ...['saml', 'scim', 'entra', 'embedKey', 'embedded', 'factor', 'session', 'account', 'identity', 'questionnaire', 'settings'],
  ...getKeys<typeof writingFields>(writingFields),
];
const alsoTold = [
  ...['user', 'users', 'user_group', 'grant', 'device', 'group', 'subgroup'],
  ...['report', 'maintenance', 'workspace', 'service_account', 'custom_field', 'mail', 'remote', 'partner'],
];
/** Actions of those other families that concern no permission: pictures, preferences, the order of a list. */
const ofNoPermission = [
  ...['user.picture', 'user.picture_removed', 'users.mail_choices', 'device.play', 'device.stop', 'device.warned'],
  ...[groupWhats.groups.order, groupWhats.subgroups.order, 'report.order', 'custom_field.order'],
  // A person's own, a test, and what the portal found out or did by a task, whose runs are listed.
  ...['report.share', 'maintenance.wait', 'service_account.test', 'mail.server_test', 'report.link', 'report.refresh'],
];
/** Facts under the names that the log has for them. */
const asShown = (family: keyof typeof writingFields, facts: readonly string[]) => {
  const fields: Readonly<Record<string, string>> = writingFields[family];
  return facts.map((fact) => fields[fact] ?? `${family}.${fact}`);
};
const noFaqFacts = faqFacts({ audience: 'public', below: false, texts: {} });
/** Records made through `audited()`, whose names and facts are in their types and not in the text of a statement. */
const recorded = {
  // Values are shown under the labels of their fields; of a field itself the audit log only shows that it changed.
  'custom-fields': { whats: ['user.custom', 'user.custom_replace', 'custom_field.edit'], facts: [] as string[] },
  catalogs: { whats: ['catalog.grant', 'catalog.revoke'], facts: ['identity', 'filters', 'validUntil', 'reason'] },
  faq: {
    whats: ['add', 'edit', 'delete', 'order'].map((what) => `faq.${what}`),
    facts: asShown('faq', getKeys<ReturnType<typeof faqFacts> & ReturnType<typeof orderFacts>['after']>({ ...noFaqFacts, order: [] })),
  },
  'mail-templates': {
    whats: ['edit', 'reset', 'test'].map((what) => `mail_template.${what}`),
    facts: asShown('mail_template', [...getKeys(auditedText({ subject: '', greeting: '', button: '', html: '' })), 'language', 'sent']),
  },
  messages: { whats: ['message.test'], facts: [] as string[] },
  notices: { whats: ['notice.add', 'notice.edit'], facts: asShown('notice', noticeFields) },
  // The audit log doesn't show comments, nor saved views.
  comments: { whats: ['comment.edit', 'comment.remove'], facts: [] as string[] },
  'report-views': { whats: ['view.edit', 'view.remove'], facts: [] as string[] },
  entra: {
    whats: ['entra.save'],
    facts: getKeys<Record<keyof EntraFacts | 'secretChanged', string>>({
      ...{ name: '', status: '', domains: '', directories: '', own: '', clientId: '', secretAt: '', secretChanged: '', link: '' },
      ...{ jit: '', jitStatus: '', defaultProfile: '', guests: '', groups: '' },
    }),
  },
  'report-groups': {
    whats: Object.values(groupWhats).flatMap((whats) => Object.values(whats)),
    facts: getKeys<Record<keyof GroupFacts, string>>({ group: '', name: '', ...noTexts, audience: '', viewers: '' }),
  },
  // A task's own page has words for its other facts.
  'automatic-actions': {
    whats: [
      'holidays.edit',
      ...['add', 'edit', 'duplicate', 'remove', 'pause', 'resume', 'takeover', 'extend', 'run', 'cancel_run'].map((what) => `task.${what}`),
    ],
    facts: ['added', 'removed', 'name', 'activeFrom', 'activeUntil', 'taskParts'],
  },
  capacity: {
    whats: [...['shift.add', 'shift.edit', 'shift.delete'], ...['register', 'release', 'move', 'edit'].map((what) => `capacity.${what}`)],
    facts: getKeys<Record<keyof NonNullable<ShiftPlan['change']['before']> | 'shifts', string>>({
      ...{ name: '', windows: '', autoActivate: '', autoPause: '', idleMinutes: '', useSchedule: '', size: '', shifts: '' },
    }),
  },
  customers: { whats: ['block', 'unblock', 'delete', 'restore'].map((action) => `party.${action}`), facts: ['name', 'reason'] },
  'user-groups': { whats: ['user_group.add'], facts: ['name', 'description'] },
  users: {
    whats: ['user.add', 'user.edit', 'user.invite'],
    facts: [...personColumns, ...getKeys<Record<keyof Places | 'status', string>>({ groups: '', homeReport: '', theme: '', status: '' })],
  },
  // The list of answers shows the answer.
  questionnaire: { whats: ['questionnaire.answer'], facts: [] as string[] },
  'report-access': {
    whats: ['grant.edit'],
    facts: getKeys<Record<keyof GrantFields, string>>({ identity: '', filters: '', validUntil: '', note: '' }),
  },
  // Their facts are typed in domain/audit-log/reporting.ts.
  maintenance: { whats: ['maintenance.edit', 'maintenance.extend'], facts: [] as string[] },
  'report-management': { whats: ['report.add', 'report.edit', 'report.rebind'], facts: [] as string[] },
  // The audit log only shows that these were done.
  'bi-accounts': { whats: ['add', 'edit', 'delete', 'profile'].map((what) => `service_account.${what}`), facts: [] as string[] },
  mail: { whats: ['mail.server'], facts: [] as string[] },
  // The audit log doesn't show these.
  playlists: { whats: ['playlist.add', 'playlist.edit', 'device.edit'], facts: [] as string[] },
  saml: {
    whats: ['saml.add', 'saml.edit'],
    facts: getKeys<Record<Exclude<keyof SamlSettings, 'key' | 'own'> | 'name' | 'domains', string>>({
      ...{ name: '', domains: '', host: '', issuer: '', signInUrl: '', signOutUrl: '', signOutResponseUrl: '', metadataUrl: '' },
      ...{ certificates: '', map: '', defaultProfile: '', jit: '', sync: '', idpInitiated: '', signRequests: '', singleLogout: '' },
      ...{ groups: '', profiles: '' },
    }),
  },
  scim: {
    whats: ['scim.token_edit', 'scim.group_map', 'user_group.delete'],
    facts: getKeys<Record<keyof MapPlan['change']['after'] | 'name' | 'provider', string>>({
      group: '',
      profile: '',
      name: '',
      provider: '',
    }),
  },
  settings: {
    whats: ['settings.edit'],
    // One field of the form is stored under another name.
    facts: Object.values(areaFields)
      .flat()
      .map((field) => (field === 'last_update_below' ? 'mostrar_ultima_atualizacao_relatorio_global' : field)),
  },
};
/** Features whose `audited()` and `auditedAct()` records the audit log doesn't show, so that their facts need no names. */
const notTold = ['exports', 'user-imports'];
/** Parts of a record that are ids or have their own columns in the list. */
const notShown = [
  'key',
  'grant',
  'user',
  'userGroup',
  'confirmed',
  'count',
  // `listed` shows them as people or reports.
  'names',
  'person',
  'minutes',
  'reach',
  'answer',
  'title',
  'ticket',
  'startedBy',
  'rows',
  'ignored',
  'home',
];

type Found = { path: string; text: string };
/** The calls that a pattern begins, each up to its closing parenthesis. */
const callsIn = (files: RegExp, pattern: RegExp): Found[] =>
  projectFiles(files).flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ index, 0: call }) => {
      let depth = 1;
      let end = index + call.length;
      for (; depth > 0 && end < text.length; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
      return { path, text: text.slice(index, end) };
    }),
  );
/** What functions of the database record. */
const inFunctions = (): Found[] => callsIn(/^db\/functions\/(?!write_audit).*\.sql$/, /\bapp\.write_audit\(/g);
/** The arguments of the calls that write an audit row inside a statement. */
const inStatements = (): Found[] => callsIn(/^(functions|scheduled)\/.*(?<!\.test)\.ts$/, /\baudit(?:Each|Of)\(/g);
/** The names of the facts: keys of objects, and of those that SQL builds. */
function factsIn(text: string): string[] {
  const built = [...text.matchAll(/jsonb_build_object\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g)].flatMap(([, parts = '']) =>
    [...parts.matchAll(/(?:^|,)\s*'([A-Za-z_]+)'\s*,/g)].map(([, name = '']) => name),
  );
  const [, facts = ''] = /(?:\bfacts: |^getAudit\([^{]*?)([{][\s\S]*)/.exec(text.replaceAll(/`[^`]*`/g, "''")) ?? [];
  const ours = facts.split(/,\s*(?:from|where|tenant|importId):/)[0] ?? '';
  return [...built, ...[...ours.matchAll(/[{,]\s*([A-Za-z_]+)(?=\s*[:,}])/g)].map(([, name = '']) => name)];
}
const getFamily = (what: string) => what.split('.')[0] ?? '';
const whatsIn = (text: string) => [...text.matchAll(/'([a-zA-Z_]+\.[a-zA-Z_]+)'/g)].map((match) => match[1] ?? '');

describe('the records of changes', () => {
  const statements = [...inFunctions(), ...inStatements()];
  // For computed actions: the parts they are made of.
  const variable = projectFiles(/^db\/functions\/.*\.sql$/).flatMap(({ text }) =>
    [...text.matchAll(/v_how := '([a-z_]+\.[a-z_]+)'/g)].map((match) => match[1] ?? ''),
  );
  const factor = ['added', 'removed', 'renamed', 'codes', 'confirm', 'challenge'].map((what) => `factor.${what}`);
  const whats = new Set([
    ...statements.flatMap(({ text }) => whatsIn(text)),
    ...variable,
    ...factor,
    ...bulkActions.map((action) => `user.${action}`),
    ...Object.values(recorded).flatMap((feature) => feature.whats),
  ]);

  test('every action on sign-in methods, people and settings has words, here or elsewhere', () => {
    const known = [...toldElsewhere, ...ofNoPermission] as readonly string[];
    const missing = [...whats].filter(
      (what) => [...told, ...alsoTold].includes(getFamily(what)) && !isAuditWhat(what) && !known.includes(what),
    );
    expect(whats.size).toBeGreaterThan(100);
    expect(missing.filter((what) => what !== 'account.change')).toEqual([]);
  });

  test('every part of such a record has a name or its own column', () => {
    const shownAs = new Set(Object.values(writingFields).flatMap((fields) => Object.keys(fields)));
    const own = statements.filter(({ text }) => whatsIn(text).some((what) => [...told, 'user', 'user_group'].includes(getFamily(what))));
    const parts = own.flatMap(({ path, text }) => factsIn(text).map((name) => `${path}: ${name}`));
    expect(factsIn("auditEach(ctx, { what: 'a.b', facts: { after: { name, at: sql`w.at` } }, from: sql`w` }")).toEqual([
      'after',
      'name',
      'at',
    ]);
    expect(factsIn("getAudit(ctx, 'a.b', { before: { name } }, sql`w x`")).toEqual(['before', 'name']);
    const isKnown = (name: string) =>
      isAuditField(name) || shownAs.has(name) || ['before', 'after', ...notShown].includes(name) || auditCodes.by.some((by) => by === name);
    expect(own.length).toBeGreaterThan(40);
    expect([...new Set(parts)].filter((part) => !isKnown(part.split(': ')[1] ?? ''))).toEqual([]);
  });

  test('every fact recorded through audited() has a name, and every such feature is listed', () => {
    const writers = projectFiles(/^(functions|scheduled)\/.*\.ts$/).filter(({ text }) => /\baudited(?:Act)?\(db\b/.test(text));
    const features = new Set(writers.map(({ path }) => path.split('/')[2] ?? path));
    expect([...features].filter((feature) => !notTold.includes(feature)).toSorted()).toEqual(Object.keys(recorded).toSorted());
    const untold = writers.filter(({ path }) => notTold.some((feature) => path.startsWith(`functions/features/${feature}/`)));
    const getWhats = ({ text }: { text: string }) =>
      [...text.matchAll(/audited(?:Act)?\(db, ctx, '([^']+)'/g)].map(([, what = '']) => what);
    expect(untold.flatMap(getWhats).length).toBeGreaterThanOrEqual(notTold.length);
    expect(untold.flatMap(getWhats).filter(isAuditWhat)).toEqual([]);
    expect(Object.values(recorded).flatMap(({ facts }) => facts.filter((fact: string) => !isAuditField(fact)))).toEqual([]);
  });

  test('every field of the settings, of a SAML app and of Entra has a name', () => {
    const given = ['version', 'confirm_lockout', 'last_update_below', 'mfa_permission_admin', 'secret', 'enabled'];
    // Fields that getConfig returns are accepted back with the rest and change nothing.
    const told = ['token_embedded', 'ip_trial', 'functions', 'decides_for_below', 'hidden_above', 'enable_helpdesk', 'send_email_helpdesk'];
    const fields = [updateConfig, addSaml, saveEntra]
      .flatMap(({ input }) => Object.keys(input.shape))
      .filter((field) => !(field in toldOnly));
    expect(fields.length).toBeGreaterThan(15);
    expect(fields.filter((field) => ![...given, ...told].includes(field) && !isAuditField(field))).toEqual([]);
  });

  test.each(['en-US', 'pt-BR', 'pt-PT', 'es'] as const)('all of it is described in words in %s', async (language) => {
    const t = await recordTexts(language);
    const keys = [
      ...Object.values(auditWhats).flatMap((each) => each.map((what) => `audit.what.${what}`)),
      ...Object.keys(auditFields).map((field) => `audit.field.${field}`),
      ...Object.entries(auditCodes).flatMap(([group, codes]) => codes.map((code) => `audit.value.${group}.${code}`)),
      ...Object.values(menuNames),
      ...Object.keys(notificationKinds).map((kind) => `notifications.${kind}.name`),
      ...filterOperators.map((operator) => `access.operator.${operator}`),
      ...['audit.value.yes', 'audit.value.no'],
      ...['audit.value.on', 'audit.value.off', 'error_azure_not_companies', 'ip_not_allowed', 'horario_not_allowed', 'tenant_blocked'],
    ];
    expect(keys.filter((key) => t(key) === key)).toEqual([]);
  });
});
