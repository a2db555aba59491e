import { messageText } from '../support/make-message.ts';
import { saying } from '../support/make-notice.ts';
import type { Ids } from './sample.ts';

/** How an edit that omits fields is tried: the endpoint's first sample, completed. */
export type EditSample = {
  /** All that an edit may omit, filled; laid over the body of the sample. */
  full(ids: Ids): Record<string, unknown>;
  /** Another value of each field that may be omitted: empty where the field can be. A dot leads into an object. */
  other(ids: Ids): Record<string, unknown>;
  /** Fields that may be omitted and have one value only, or that are instructions rather than fields, with the reason. */
  fixed?: Record<string, string>;
  /** Written, never read: omitted, the stored one is kept. What is read says when it was set. */
  secrets?: readonly string[];
  /** Changed only together with the secret. */
  needsSecret?: readonly string[];
  /** Where the record is read, if not at the path that edits it. */
  read?(ids: Ids): string;
  /** The part of what was read that belongs to the record. */
  part?(answer: Read, ids: Ids): Read;
};
// because an answer's shape is what the test is about.
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Read = Record<string, any>;

const inItems = (answer: Read, id: string): Read => answer.items.find((item: Read) => item.id === id) ?? {};
const whole = 'replaced together with the object it stands in';
const guid = 'a1b2c3d4-0000-4000-8000-0000000000aa';
const words = (text: string) => ({ 'en-US': { title: text, text } });
const emptyTexts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));
const filledTexts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

const loadedAt = Date.now();
const inDays = (days: number) => new Date(loadedAt + days * 86_400_000).toISOString();
const mapped = ['subject', 'email', 'name', 'phone', 'department', 'position', 'groups'];
const partyTexts = ['legalName', 'contactName', 'street', 'number', 'complement', 'neighborhood', 'city', 'seller', 'customerCode'];
const flags = ['showTitle', 'showClock', 'showProgress'];
const filters = [{ table: 'Loja', column: 'Região', operator: 'In', values: ['Sul'] }];

/** Every edit of which something may be omitted. */
export const edits: Record<string, EditSample> = {
  'PUT /api/auth/saml/update': {
    full: (ids) => ({
      signOutUrl: 'https://idp.test/out',
      signOutResponseUrl: 'https://idp.test/answer',
      metadataUrl: 'https://idp.test/metadata',
      domains: ['vertice.test'],
      map: filledTexts(mapped),
      groups: [{ value: 'sales', group: ids.userGroup }],
      profiles: [{ value: 'all', profile: 'user' }],
      defaultProfile: 'user',
    }),
    other: () => ({
      ...{ signOutUrl: '', signOutResponseUrl: '', metadataUrl: '', domains: [], groups: [], profiles: [] },
      map: emptyTexts(mapped),
      ...Object.fromEntries(mapped.map((name) => [`map.${name}`, ''])),
    }),
    fixed: { defaultProfile: 'one value' },
    read: (ids) => `/api/auth/saml/${ids.samlApp}`,
  },
  'PUT /api/auth/faq/{id}': {
    full: () => ({ audience: 'public', below: false, texts: { 'pt-BR': { question: 'Onde fica?', answer: messageText('Ali.') } } }),
    other: () => ({ audience: 'signed_in', texts: { es: { question: '¿Dónde está?', answer: messageText('Allí.') } } }),
    fixed: { below: 'a unit has nothing below it' },
  },
  'PUT /api/auth/entra': {
    full: () => ({ clientId: guid, guests: 'S', secret: 'not a real one', defaultProfile: 'user' }),
    other: () => ({ clientId: '', guests: 'N', secret: 'another one' }),
    secrets: ['secret'],
    fixed: { defaultProfile: 'one value' },
    part: ({ entra }) => entra,
  },
  'PUT /api/auth/custom-fields/{id}': {
    full: () => ({
      type: 'list',
      labels: { 'pt-BR': 'Regional' },
      helps: { 'pt-BR': 'Onde trabalha' },
      options: [
        { value: 'Sul', labels: {}, retired: false },
        { value: 'Norte', labels: { es: 'Norte' }, retired: true },
      ],
      ...{ defaultValue: 'Sul', limits: {}, required: true, global: false, searchable: true, identity: false },
      ...{ userVisible: true, userEditable: true },
    }),
    other: () => ({
      ...{ helps: {}, defaultValue: null, required: false, searchable: false, userEditable: false },
      options: [{ value: 'Sul', labels: {}, retired: false }],
    }),
    fixed: {
      limits: 'a list has none',
      global: 'never changes',
      identity: 'not with userEditable',
      userVisible: 'not without userEditable',
      ...Object.fromEntries(
        ['longest', 'pattern', 'least', 'most', 'decimals', 'earliest', 'latest'].map((name) => [`limits.${name}`, whole]),
      ),
    },
  },
  'PUT /api/auth/reports/{id}/grants/{grantId}': {
    full: () => ({ filters, validUntil: '2090-12-31T03:00:00Z', note: 'Só o Sul' }),
    other: () => ({ filters: [], validUntil: null, note: '' }),
    fixed: { confirmed: 'an answer to a question' },
    read: (ids) => `/api/auth/reports/${ids.report}/grants`,
    part: (answer, ids) => inItems(answer, ids.grant),
  },
  'PUT /api/auth/report_views/{id}': {
    full: () => ({ content: { state: 'c3RhdGU=', page: 'p1', pageTitle: 'Resumo', rest: '[]' } }),
    other: () => ({ content: { state: 'b3V0cm8=', page: null, pageTitle: null, rest: '[]' } }),
  },
  'PUT /api/auth/{kind}/{id}': {
    full: (ids) => ({ description: 'Tudo', audience: 'chosen', viewers: [ids.user2], groupId: null }),
    other: (ids) => ({ description: '', audience: 'everyone', viewers: [ids.user] }),
    fixed: { groupId: 'of a sub-group only' },
  },
  'PUT /api/auth/list-views/{id}': {
    full: () => ({ shared: 'S', state: { words: { search: 'ana' }, columns: null } }),
    other: () => ({ shared: 'N', state: { words: {}, columns: null } }),
    read: () => '/api/auth/list-views?list=users',
    part: (answer, ids) => inItems(answer, ids.listView),
  },
  'PUT /api/auth/maintenance/{id}': {
    full: () => ({
      text: 'Até as seis',
      texts: words('Load'),
      blocks: 'N',
      exceptAdmin: 'N',
      announceHours: 3,
      loginNotice: 'N',
      pausesCapacity: 'N',
    }),
    other: () => ({ text: '', texts: {}, blocks: 'S', exceptAdmin: 'S', announceHours: 0 }),
    fixed: { loginNotice: 'of a window of the whole unit only', pausesCapacity: 'of a window that blocks only' },
  },
  'PUT /api/auth/management/reports/{id}': {
    full: (ids) => ({ description: 'Tudo', catalogDescription: 'Para todos', custom: {}, groupId: ids.group, subgroupId: ids.subgroup }),
    other: () => ({ description: '', catalogDescription: '' }),
    fixed: {
      custom: 'each value may be omitted, see the tests of custom fields',
      ...Object.fromEntries(['pt-BR', 'en-US', 'es', 'pt-PT'].map((name) => [`texts.${name}`, whole])),
    },
  },
  'PUT /api/auth/shifts/{id}': {
    full: () => ({ autoActivate: 'N', autoPause: 'N', idleMinutes: null, useSchedule: 'N', size: null }),
    other: () => ({ useSchedule: 'S' }),
    read: () => '/api/auth/shifts',
    part: (answer, ids) => inItems(answer, ids.shift),
    fixed: {
      confirm: 'the capacity’s name, typed for this save',
      autoActivate: 'of a capacity’s shift only',
      autoPause: 'of a capacity’s shift only',
      idleMinutes: 'of a capacity’s shift only',
      size: 'of a capacity’s shift only',
    },
  },
  'PUT /api/auth/tasks/{id}': {
    full: () => ({
      ...{ startsAt: inDays(1), endsAt: inDays(30), zone: 'America/Sao_Paulo' },
      options: { minutes: 60, title: 'Carga', text: 'Até as seis', blocks: 'S', exceptAdmin: 'N', announceHours: 3, pausesCapacity: 'N' },
    }),
    other: () => ({
      ...{ startsAt: inDays(2), endsAt: inDays(40), zone: 'Asia/Tokyo' },
      options: { minutes: 90, title: 'Carga' },
    }),
    fixed: {
      wakeOutside: 'of a refresh only',
      ...Object.fromEntries(
        ['message', 'notice', 'size', 'minutes', 'title', 'text', 'blocks', 'exceptAdmin', 'announceHours', 'pausesCapacity'].map(
          (name) => [`options.${name}`, whole],
        ),
      ),
    },
  },
  'PUT /api/auth/resources/{id}': {
    full: () => ({
      ...{ followShifts: 'S', autoPause: 'N', idleMinutes: 30, forceStop: 'N', wakeOutside: 'N', wakeBy: 'everyone' },
      ...{ wakeForRefreshes: 'N', paidByReservation: 'N', prices: { A1: 100 }, currency: 'BRL', budgetCents: 500_000, budgetStop: 'N' },
      confirm: 'capacidade',
    }),
    other: () => ({
      ...{ followShifts: 'N', autoPause: 'S', idleMinutes: 45, forceStop: 'S', wakeOutside: 'S', wakeBy: 'flagged' },
      ...{ wakeForRefreshes: 'S', paidByReservation: 'S', prices: {}, currency: 'EUR', budgetCents: null, budgetStop: 'S' },
    }),
    fixed: { confirm: 'the name, typed for this save', serviceCapacityId: 'chosen among the capacities that the service lists' },
    part: ({ rules, version }) => ({ ...rules, version }),
  },
  'PUT /api/auth/units/{id}': {
    full: (ids) => ({
      ...{ name: 'Vértice Sul', userLimit: 10, bonusUsers: 2, domainLimit: 3, reportLimit: 4, payerId: ids.party },
      ...{ defaultDirectory: 'N', restrictAccounts: 'S', allowReports: 'N', lastUpdate: 'N', hidden_menu: ['catalogs'] },
      ...{ subdomain: `s-${ids.unit.slice(0, 8)}`, ownDomain: `bi.${ids.unit.slice(0, 8)}.test` },
    }),
    other: (ids) => ({
      ...{ name: 'Vértice Norte', userLimit: null, bonusUsers: 0, domainLimit: null, reportLimit: null, payerId: null },
      ...{ defaultDirectory: 'S', restrictAccounts: 'N', allowReports: 'S', lastUpdate: 'S', hidden_menu: [] },
      ...{ subdomain: `t-${ids.unit.slice(0, 8)}`, ownDomain: null },
    }),
  },
  'PUT /api/auth/parties/{id}': {
    full: () => ({
      ...{ fantasyName: 'Frigorífico Sul', document: '52998224725', stateRegistration: '110042490114', ...filledTexts(partyTexts) },
      ...{ commercialPhone: '+551133334444', businessEmail: 'a@sul.test', invoiceEmails: ['nf@sul.test'], state: 'RS' },
      ...{ postalCode: '90010000', person: 'physical', country: 'BR' },
    }),
    other: () => ({
      ...{ document: '11222333000181', stateRegistration: '', ...emptyTexts(partyTexts) },
      ...{ commercialPhone: '', businessEmail: '', invoiceEmails: [], state: '', postalCode: '', country: 'PT' },
    }),
    fixed: { person: 'follows the document in Brazil' },
  },
  'PUT /api/auth/service-accounts/{id}': {
    full: () => ({
      ...{ objectId: guid, secretEndsOn: '2090-05-01', subscriptionId: guid, resourceGroup: 'rg', workspaceId: guid },
      secret: 'not a real one',
    }),
    other: () => ({
      ...{ objectId: null, secretEndsOn: null, subscriptionId: null, resourceGroup: null, workspaceId: null },
      secret: 'another one',
    }),
    secrets: ['secret'],
  },
  'PUT /api/auth/playlists/{id}': {
    full: (ids) => ({
      ...{ description: 'Tudo', transition: 'none', loop: false, shuffle: true, keepsCapacity: true, language: 'es', theme: 'dark' },
      wakesCapacity: true,
      ...Object.fromEntries(flags.map((name) => [name, false])),
      items: [{ reportId: ids.report, seconds: 45 }],
      people: [ids.user2],
      groups: [ids.userGroup],
    }),
    other: () => ({
      ...{ description: '', transition: 'fade', loop: true, shuffle: false, keepsCapacity: false, language: null, theme: 'report' },
      wakesCapacity: false,
      ...Object.fromEntries(flags.map((name) => [name, true])),
      ...{ items: [], people: [], groups: [] },
    }),
    // Items that are sent get new ids.
    part: ({ list, ...answer }) => ({ ...answer, list: list.map(({ id: _, ...item }: Read) => item) }),
  },
  'PUT /api/auth/playlist_devices/{id}': {
    full: () => ({ place: 'Campinas', identity: { username: 'tv', roles: ['Sul'] } }),
    other: () => ({ place: '', identity: null }),
    fixed: { 'identity.roles': whole },
    read: () => '/api/auth/playlist_devices',
    part: (answer, ids) => inItems(answer, ids.device),
  },
  'PUT /api/auth/comments/{id}': {
    full: (ids) => ({ mentions: [ids.user2] }),
    other: () => ({ mentions: [] }),
    read: (ids) => `/api/auth/reports/${ids.report}/comments`,
    part(answer, ids) {
      const { editedAt: _, ...comment } = inItems(answer, ids.ownComment);
      return comment;
    },
  },
  'PUT /api/auth/notices/{id}': {
    full: (ids) => ({
      texts: { es: { title: 'Inventario', body: saying('El recuento empieza a las seis.') } },
      severity: 'warning',
      audience: { type: 'groups', ids: [ids.userGroup] },
      mustAcknowledge: 'N',
      dismissible: 'S',
      endsAt: inDays(3),
    }),
    other: () => ({ texts: {}, severity: 'error', audience: { type: 'all' }, mustAcknowledge: 'S', dismissible: 'N', endsAt: null }),
    fixed: {
      atLogin: 'at sign-in there is no audience',
      audienceBelow: 'nothing is below a unit',
      startsAt: 'of a notice that is shown it stays',
    },
  },
  'PUT /api/auth/mail/server': {
    full: () => ({ user: 'portal', enabled: false, bulkPerSecond: 5, password: 'not a real one' }),
    other: () => ({ enabled: true, bulkPerSecond: 2, user: '', password: 'another one' }),
    needsSecret: ['user'],
    secrets: ['password'],
    part: ({ server }) => server,
  },
  'PUT /api/auth/user-groups/{id}': {
    full: () => ({ description: 'Sul' }),
    other: () => ({ description: '' }),
  },
  'PUT /api/auth/users/{id}': {
    full: (ids) => ({
      ...{ phone: '+5511987654321', department: 'Comercial', position: 'other', positionOther: 'Sócia', language: 'es' },
      ...{ flags: ['notify'], groups: [ids.userGroup], expiresAt: '2090-12-31T03:00:00Z', ipExempt: true, allowRemote: true },
      ...{ accessHours: [{ days: [1, 2], from: '08:00', to: '18:00' }], homePage: '/playlists', homeReportId: ids.report },
      ...{ themeId: ids.theme, rlsUsername: 'elisa', rlsRoles: ['Vendas'], custom: { cf_regional: 'Sul', cf_placa: 'ABC' } },
    }),
    other: () => ({
      ...{ phone: null, department: '', position: null, positionOther: '', language: null, flags: [], groups: [], expiresAt: null },
      ...{ ipExempt: false, allowRemote: false, accessHours: null, homePage: null, homeReportId: null, themeId: null },
      ...{ rlsUsername: null, rlsRoles: [], custom: { cf_placa: null } },
    }),
    fixed: { reinvite: 'an instruction' },
  },
  'PUT /api/auth/remote/consent': {
    full: () => ({ allow: true, until: new Date(Date.now() + 86_400_000).toISOString() }),
    other: () => ({ until: null }),
  },
  'PUT /api/auth/user-imports/{id}/mapping': {
    full: () => ({ choices: { update: true, makeGroups: true, invite: false }, fixed: {} }),
    other: () => ({ 'choices.update': false, 'choices.makeGroups': false, 'choices.invite': true }),
    fixed: Object.fromEntries(['profile', 'language', 'expiresAt', 'groups'].map((name) => [`fixed.${name}`, whole])),
    read: (ids) => `/api/auth/user-imports/${ids.importDraft}`,
  },
  'PUT /api/auth/scim/update': {
    full: () => ({ provider: { kind: 'saml', issuer: 'https://sts.windows.net/1' } }),
    other: () => ({ provider: null }),
    read: () => '/api/auth/scim/token',
    part: ({ tokens }, ids) => tokens.find((token: Read) => token.id === ids.scimToken),
  },
  'PUT /api/auth/scim/groups/{id}': {
    full: () => ({}),
    other: () => ({}),
    fixed: { userGroupId: 'a move of the members; omitted, they stay' },
    read: () => '/api/auth/scim/groups',
    part: (answer, ids) => inItems(answer, ids.scimGroup),
  },
};

/** Calls with optional input that edit no record of fields, with the reason. */
export const noEdits: Record<string, string> = {
  'PUT /api/auth/partner/access/{id}': 'an action; the options belong to it',
  'PUT /api/auth/{kind}/order': 'an order; the group says whose, `partial` that it is of one page',
  'PUT /api/auth/management/reports/order': 'an order; `partial` says that it is of one page',
  'PUT /api/auth/service-accounts/{id}/profile': 'a choice; the options belong to it',
  'PUT /api/auth/users/{id}/status': 'an action; the reason belongs to it',
  'PUT /api/auth/users/{id}/shifts': 'an action; `without` belongs to it',
  'PUT /api/auth/mail-templates/{kind}': 'the text of one language; it is either rich text or HTML',
  'PUT /api/auth/user-imports/file': 'a new file',
  'PUT /api/auth/list-views/columns': 'one value, replaced as a whole',
  'POST /api/auth/units/{id}/status': 'an action; the reason belongs to it',
  'POST /api/auth/parties/{id}/status': 'an action; the reason belongs to it',
};
