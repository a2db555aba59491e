import { env as settings } from 'cloudflare:workers';
import type { ExecutionContext, MessageBatch, ScheduledController } from '@cloudflare/workers-types';
import { consume, runDue } from '../scheduled/index.ts';
import { accountRoutes } from './features/accounts/index.ts';
import { catalogRoutes } from './features/catalogs/index.ts';
import { commentRoutes } from './features/comments/index.ts';
import { companyRoutes } from './features/companies/index.ts';
import { customFieldRoutes } from './features/custom-fields/index.ts';
import { embeddingRoutes } from './features/embedding/index.ts';
import { entraRoutes } from './features/entra/index.ts';
import { exportRoutes } from './features/exports/index.ts';
import { groupRoutes } from './features/groups/index.ts';
import { identityRoutes } from './features/identities/index.ts';
import { listViewRoutes } from './features/list-views/index.ts';
import { mailRoutes } from './features/mail/index.ts';
import { maintenanceRoutes } from './features/maintenance/index.ts';
import { notificationRoutes } from './features/notifications/index.ts';
import { partyRoutes } from './features/parties/index.ts';
import { partnerSwitchRoutes } from './features/partner-switch/index.ts';
import { playlistRoutes } from './features/playlists/index.ts';
import { questionnaireRoutes } from './features/questionnaire/index.ts';
import { remoteAccessRoutes } from './features/remote-access/index.ts';
import { reportAccessRoutes } from './features/report-access/index.ts';
import { reportManagementRoutes } from './features/report-management/index.ts';
import { reportRoutes } from './features/reports/index.ts';
import { samlDoors, samlRoutes } from './features/saml/index.ts';
import { scimRoutes } from './features/scim/index.ts';
import { serviceRoutes } from './features/service/index.ts';
import { sessionRoutes } from './features/session/index.ts';
import { settingsRoutes } from './features/settings/index.ts';
import { signInRoutes } from './features/sign-ins/index.ts';
import { tenantRoutes } from './features/tenants/index.ts';
import { twoFactorRoutes } from './features/two-factor/index.ts';
import { usageRoutes } from './features/usage/index.ts';
import { userGroupRoutes } from './features/user-groups/index.ts';
import { userImportRoutes } from './features/user-imports/index.ts';
import { userRoutes } from './features/users/index.ts';
import { viewRoutes } from './features/views/index.ts';
import { makeApp } from './http/app.ts';
import { type Env, type JobMessage, settingsFaults } from './http/env.ts';

const faults = settingsFaults(settings as unknown as Env); // because the runtime's type of env is generated elsewhere
if (faults.length > 0) throw new Error(`refuses to start: ${faults.join('; ')}`);

export const routes = [
  ...sessionRoutes,
  ...companyRoutes,
  ...accountRoutes,
  ...partnerSwitchRoutes,
  ...settingsRoutes,
  ...questionnaireRoutes,
  ...signInRoutes,
  ...customFieldRoutes,
  ...reportRoutes,
  ...viewRoutes,
  ...reportAccessRoutes,
  ...reportManagementRoutes,
  // Before the paths that begin with a name of their own kind.
  ...userGroupRoutes,
  ...identityRoutes,
  ...twoFactorRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...listViewRoutes,
  ...tenantRoutes,
  ...partyRoutes,
  ...serviceRoutes,
  ...notificationRoutes,
  ...mailRoutes,
  ...maintenanceRoutes,
  ...embeddingRoutes,
  ...exportRoutes,
  ...commentRoutes,
  ...catalogRoutes,
  ...usageRoutes,
  ...userImportRoutes,
  ...playlistRoutes,
  ...entraRoutes,
  ...remoteAccessRoutes,
  ...scimRoutes,
  ...samlRoutes,
];
const app = makeApp(routes, samlDoors);

export default {
  fetch: (request: Request, env: Env, ctx: ExecutionContext) => app.fetch(request, env, ctx as never), // because Hono has its own type of the same context
  scheduled: (event: ScheduledController, env: Env, ctx: ExecutionContext) => ctx.waitUntil(runDue(new Date(event.scheduledTime), env)),
  queue: (batch: MessageBatch<JobMessage>, env: Env) => consume(batch, env),
};
