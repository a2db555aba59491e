import { randomUUID } from 'node:crypto';
import type { Profile } from '../../domain/access/profile.ts';
import { tokenService } from '../../functions/request/jwt.ts';
import { query, together } from '../support/database.ts';
import { makeWay } from '../support/entra.ts';
import { getArmId, makeCapacity } from '../support/make-capacity.ts';
import { makeOnCatalog, makeRequest } from '../support/make-catalog.ts';
import {
  makeGrant,
  makeGroup,
  makeReport,
  makeServiceAccount,
  makeSubgroup,
  makeUserGroup,
  makeWindow,
  makeWorkspace,
} from '../support/make-content.ts';
import { makeCustomField, writeOwnValues } from '../support/make-custom-field.ts';
import { makeCustomer } from '../support/make-customer.ts';
import { makeDeadLetter } from '../support/make-dead-letter.ts';
import { makeEmbedKey, makeEmbedSession } from '../support/make-embedding.ts';
import { makeFaqEntry } from '../support/make-faq.ts';
import { makeListView } from '../support/make-list-view.ts';
import { makeMessage } from '../support/make-message.ts';
import { makeNotice } from '../support/make-notice.ts';
import { makeMailing, makeMailServer, makeNotification } from '../support/make-notification.ts';
import { getPlayer, makeDevice, makePlaylist, makeWaitingScreen } from '../support/make-playlist.ts';
import { allowRemote, makeRemoteRequest } from '../support/make-remote.ts';
import { makeView } from '../support/make-report-view.ts';
import { makeIdentity, makeSamlRow } from '../support/make-saml-row.ts';
import { makeScimGroup, makeScimToken } from '../support/make-scim.ts';
import { makeShift } from '../support/make-shift.ts';
import { makeTasks } from '../support/make-task.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUpload } from '../support/make-upload.ts';
import { makeUser } from '../support/make-user.ts';
import { makeUserImport } from '../support/make-user-import.ts';
import { testFileMark } from '../support/test-file.ts';
import { world } from '../support/world.ts';
import { makeFilesAndComments, makePeople, makeRelated, makeSibling } from './place-parts.ts';
import type { Place } from './sample.ts';
import { embedHosts, embedSecret } from './samples-embedding.ts';
import { known } from './samples-playlists.ts';
import { waitTokens } from './samples-remote.ts';

type TokenOptions = { flags?: readonly string[]; hidden?: readonly string[]; at?: number };

/** A new session for a person, without the second that a sign-in takes; the token is signed as the Worker signs. */
export async function getSession(
  tenant: { id: string; host: string },
  person: { id: string },
  profile: Profile,
  { flags = [], hidden = [], at = Date.now() }: TokenOptions = {},
): Promise<{ sid: string; token: string }> {
  const sid = randomUUID();
  await query(
    `insert into sessions (id, tenant_id, home_id, user_id, vouched, created_at, expires_at)
      values ($1, $2, $2, $3, 'account', $4, $4::timestamptz + interval '8 hours')`,
    [sid, tenant.id, person.id, new Date(at).toISOString()],
  );
  const claims = {
    sid,
    sub: person.id,
    tenant: tenant.id,
    kind: 'own' as const,
    profile,
    flags: [...flags],
    hidden: [...hidden],
    ver: 1,
    act: null,
  };
  return { sid, token: await tokenService(world().keys.JWT_KEYS).sign(claims, tenant.host, at) };
}

export type Principal = {
  directoryId: string;
  appId: string;
  secret: string;
  workspaceId: string;
  datasetId: string;
  serviceReportId: string;
  /** A second report on the same data. */
  copyId: string;
};
export type PrincipalOptions = { roles?: Record<string, 'region' | 'member' | null> /** Of its reports. */; name?: string };

/** A service principal of its own with one workspace, one report and one dataset at the stand-in. */
export async function makePrincipal({ roles = {}, name }: PrincipalOptions = {}): Promise<Principal> {
  const [directoryId, appId, workspaceId, datasetId, serviceReportId, copyId] = Array.from({ length: 6 }, () => randomUUID());
  const workspace = {
    id: workspaceId,
    datasets: [{ id: datasetId, roles }],
    reports: [serviceReportId, copyId].map((id) => ({ id, datasetId, ...(name && { name }) })),
  };
  const secret = randomUUID();
  await control('POST', '/__sim/principals', { directoryId, appId, secret, workspaces: [workspace] });
  return { directoryId, appId, secret, workspaceId, datasetId, serviceReportId, copyId } as Principal; // because six ids were made above
}

/** The stand-in's control plane: faults, log, principals. */
export async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(new URL(path, world().reportService.url), {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? null : response.json();
}

/** A report that the service knows, in the tenant that owns the principal's account. */
export async function makeEmbeddable(
  tenant: { id: string },
  principal: Principal,
  options: Parameters<typeof makeReport>[1] = {},
): Promise<{ id: string; title: string }> {
  const account = await makeServiceAccount(tenant, principal);
  const { workspaceId, serviceReportId, datasetId } = principal;
  const report = await makeReport(tenant, { grantTo: 'everyone', account, workspaceId, serviceReportId, datasetId, ...options });
  const embedUrl = `${world().reportService.url}/reportEmbed?reportId=${serviceReportId}&groupId=${workspaceId}`;
  await query('update reports set embed_url = $1 where id = $2', [embedUrl, report.id]);
  return report;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

// The same person has the same account in all places of a test file, and in those of no other file: a password may change.
const here = () => `${testFileMark()}.test`;

/** A tenant of the kind that a profile belongs to, with one of everything; two places of one profile have the same names throughout. */
export const makePlace = (profile: Profile): Promise<Place> => together(() => madePlace(profile));

async function madePlace(profile: Profile): Promise<Place> {
  const tenant = await makeTenant({ kind: profile === 'master' ? 'partner' : 'unit', name: 'Vértice Alimentos' });
  // A separate platform: other files' work in the shared one would show here as a change.
  if (profile === 'a2m') await query("update tenants set kind = 'platform', parent_id = null where id = $1", [tenant.id]);
  const [person, other] = [
    await makeUser(tenant, { profile, email: `${profile}@${here()}`, name: 'Ana Nunes' }),
    await makeUser(tenant, { profile: profile === 'admin' ? 'user' : profile, email: 'other@same.test', name: 'Bruna Reis' }),
  ];
  const group = await makeGroup(tenant, { name: 'Comercial' });
  const subgroup = await makeSubgroup(tenant, group, { name: 'Vendas' });
  const [principal, principal2] = [await makePrincipal(), await makePrincipal()];
  const report = await makeEmbeddable(tenant, principal, { title: 'Vendas por loja', group, subgroup });
  const report2 = await makeReport(tenant, { title: 'Metas do mês', group, grantTo: 'everyone' });
  await query('insert into favorites (tenant_id, user_id, report_id) values ($1, $2, $3)', [tenant.id, person.id, report.id]);
  const window = await makeWindow(tenant, { target: 'report', targetId: report2.id, startsAt: inDays(20), endsAt: inDays(21) });
  await makeMailing(tenant, window);
  const [{ account_id: account = '' } = {}] = await query('select account_id from reports where id = $1', [report.id]);
  const { id: account2 } = await makeServiceAccount(tenant, { ...principal2, name: 'Segunda conta' });
  const workspace = await makeWorkspace(tenant, { id: account }, { serviceId: principal.workspaceId });
  const workspace2 = await makeWorkspace(tenant, { id: account2 });
  await query(
    `update settings
      set "values" = "values"
        || '{"save_filter":"S","user_import":"S","ip_trial":{"until":"2090-01-01T00:00:00Z","before":{"ip":"N","listIp":null}}}'
      where tenant_id = $1`,
    [tenant.id],
  );
  const view = await makeView(tenant, report, person, { shared: true });
  await query('insert into fresh_waiters (tenant_id, user_id, report_id) values ($1, $2, $3)', [tenant.id, person.id, report2.id]);
  await query('update reports set allow_edit = true where id = $1', [report.id]);
  const userGroup = await makeUserGroup(tenant, { name: 'Regional Sul', members: [other] });
  await makeWay(tenant, { own: true, clientId: randomUUID() });
  const scimToken = await makeScimToken(tenant);
  const scimGroup = await makeScimGroup(tenant, { name: 'Diretoria' });
  const grant = await makeGrant(tenant, report, person);
  const linked = await makeReport(tenant, {
    ...{ title: 'Portal de frota', kind: 'external', externalUrl: 'https://frota.invalid.mirante.app/x' },
  });
  const [upload, sent] = [
    await makeUpload(tenant, person, { id: account2 }, principal2.workspaceId),
    await makeUpload(tenant, person, { id: account2 }, principal2.workspaceId),
  ];
  await query("update imports set state = 'publishing', service_import_id = 'gone' where id = $1", [sent.id]);
  const playlist = await makePlaylist(tenant, person, {
    name: 'Expedição',
    items: [{ report }, { report: report2 }],
    people: [other],
    groups: [userGroup],
  });
  const device = await makeDevice(tenant, playlist, person, { name: 'TV do galpão', token: known.link });
  await makeWaitingScreen(tenant, known);
  const notification = await makeNotification(tenant, person);
  const message = await makeMessage(tenant, person, { to: [person, other] });
  await makeMailServer(tenant);
  const wished = await makeOnCatalog(tenant, { title: 'Custos por frota' });
  // The place's person owns the requested report, so every profile has a request to decide.
  await query('update reports set owner_id = $1 where id = $2', [person.id, report.id]);
  // A group of people that has the report: joining it is one way to be granted it.
  const groupGrant = await makeGrant(tenant, report, userGroup, { toGroup: true });
  const [request, ownRequest, denied] = [
    await makeRequest(tenant, report, other),
    await makeRequest(tenant, report2, person),
    await makeRequest(tenant, report2, other, { state: 'denied' }),
  ];
  const sibling = await makeSibling(tenant, person);
  const ownUnit = await makeTenant({ name: 'Vértice Embalagens' });
  await makeUser(ownUnit, { email: person.email, profile: 'admin' });
  const ownUnitPerson = await makeUser(ownUnit, { email: 'bruno@same.test', name: 'Bruno Prado' });
  const waits = waitTokens(person.id);
  const [third, agent] = [await makeUser(tenant), await makeUser(tenant, { flags: ['support', 'remote_access'] })];
  await allowRemote(tenant, person, other, third);
  // Until the last call of a slow machine is measured.
  const openMinutes = 24 * 60;
  await makeRemoteRequest(tenant, person, third, { token: waits.waiting, openMinutes });
  await makeRemoteRequest(tenant, person, third, { token: waits.allowed, state: 'authorized', kind: 'view', openMinutes });
  // Both approvals are pending, so that every profile has one to give.
  const remote = await makeRemoteRequest(tenant, agent, person, { needsAdmin: true, openMinutes });
  const [faqEntry, faqEntry2] = [await makeFaqEntry(tenant), await makeFaqEntry(tenant, { position: 1 })];
  const [customField, customField2] = [
    await makeCustomField(tenant, { label: 'Regional', type: 'list', options: ['Sul', 'Norte'], searchable: true, identity: true }),
    await makeCustomField(tenant, { label: 'Placa', userEditable: true, position: 1 }),
  ];
  const writer = await makeUser(tenant);
  await writeOwnValues(writer, { cf_regional: 'Sul' });
  const { factor, theme, invitee, removed } = await makePeople(tenant);
  // Only a partner and the platform have something below them.
  const unit = profile === 'master' || profile === 'a2m' ? await makeTenant({ parent: tenant, name: 'Unidade' }) : { id: randomUUID() };
  // Its administrator has not accepted yet.
  const unitInvitee =
    profile === 'master' || profile === 'a2m'
      ? await makeUser(unit, { profile: 'admin', name: 'Rita Lobo', account: false })
      : { id: randomUUID() };
  const members: Parameters<typeof makeCapacity>[0] = [
    { tenant, account: { id: account } },
    // Only the platform moves a capacity to another unit.
    ...(profile === 'a2m' ? [{ tenant: unit, account: await makeServiceAccount(unit, await makePrincipal()) }] : []),
  ];
  const party = await makeCustomer(tenant, { name: 'Vértice S/A', document: '11222333000181' });
  const { token: player } = await getPlayer(tenant, device);
  const { token } = await getSession(tenant, person, profile);
  // Another session of the person, to be ended.
  const { sid: session } = await getSession(tenant, person, profile);
  const embedKey = await makeEmbedKey(tenant, { name: 'Intranet', secret: embedSecret });
  embedHosts.set(embedKey.id, tenant.host);
  const { token: embed } = await makeEmbedSession(tenant, embedKey, report);
  const ids = {
    user: person.id,
    user2: other.id,
    group: group.id,
    subgroup: subgroup.id,
    report: report.id,
    report2: report2.id,
    notice: (await makeNotice(tenant, { answer: 'acknowledge' })).id,
    notice2: (await makeNotice(tenant, { answer: 'dismiss', startsAt: inDays(-1) })).id,
    message: message.id,
    notification: notification.id,
    window: window.id,
    account,
    account2,
    workspace: workspace.id,
    workspace2: workspace2.id,
    view: view.id,
    listView: (await makeListView(tenant, person, { list: 'users' })).id,
    userGroup: userGroup.id,
    scimToken: scimToken.id,
    scimGroup: scimGroup.id,
    grant: grant.id,
    groupGrant: groupGrant.id,
    linked: linked.id,
    upload: upload.id,
    playlist: playlist.id,
    playlistItem: playlist.items[0] ?? '',
    device: device.id,
    onCatalog: wished.id,
    request: request.id,
    ownRequest: ownRequest.id,
    denied: denied.id,
    remote: remote.id,
    unit: unit.id,
    unitInvitee: unitInvitee.id,
    party: party.id,
    shift: await makeShift(tenant, { name: 'Escritório' }),
    samlApp: await makeSamlRow(tenant, { group: userGroup.id }),
    identity: await makeIdentity(tenant, other),
    ...(await makeTasks(tenant, person, report)),
    embedKey: embedKey.id,
    deadLetter: (await makeDeadLetter(tenant)).id,
    sent: sent.id,
    sibling,
    ...(await makeRelated(tenant, person, profile)),
    customField: customField.id,
    customField2: customField2.id,
    faqEntry: faqEntry.id,
    faqEntry2: faqEntry2.id,
    writer: writer.id,
    theme,
    factor,
    session,
    invitee,
    removed,
    ownUnit: ownUnit.id,
    ownUnitPerson: ownUnitPerson.id,
    importDraft: (await makeUserImport(tenant, person)).id,
    importRunning: (await makeUserImport(tenant, person, 'running')).id,
    importEnded: (await makeUserImport(tenant, person, 'done')).id,
    ...(await makeFilesAndComments(tenant, person, other, report)),
    serviceWorkspace: principal2.workspaceId,
    serviceReport: principal2.serviceReportId,
    serviceCopy: principal.copyId,
    armId: getArmId(principal2),
    capacity: (await makeCapacity(members)).id,
  };
  return { tenant, person, profile, ids, token, player, embed };
}

/** Everything stored for some tenants, one line per table: unchanged after a call that changed nothing. */
export async function fingerprint(tenants: readonly { id: string }[]): Promise<Record<string, string>> {
  const rows = await query('select name, content from tests.fingerprint($1)', [tenants.map(({ id }) => id)]);
  return Object.fromEntries(rows.map((row) => [row.name, row.content]));
}
