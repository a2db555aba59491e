import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { testAccount, testDraft } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import type { VerifyTarget } from '../../services/report-service/port.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';
import { findAccount, oneAccount, openAccount, providerOf } from './open-account.ts';
import { stepOf } from './service-words.ts';

type Target = { workspaceId: string | null; subscriptionId: string | null; resourceGroup: string | null };

const targetOf = ({ workspaceId, subscriptionId, resourceGroup }: Target): VerifyTarget => ({
  ...(workspaceId && { workspaceId }),
  ...(subscriptionId && { capacity: { subscriptionId, ...(resourceGroup && { resourceGroup }) } }),
});

/** Tries a stored account, a disabled one too, and keeps the answer for who looks at the list next. */
export const testOneAccount = bind(testAccount, async ({ id }, ctx) => {
  const entry = entryOf(ctx, 'service.manage');
  const [found] = await ctx.database.withTenant(entry, (db) => [findAccount(db, ctx, id)]);
  const row = oneAccount(found);
  const target = targetOf({ workspaceId: row.workspace_id, subscriptionId: row.subscription_id, resourceGroup: row.resource_group });
  const { steps } = await providerOf(ctx).verify(await openAccount(ctx, row), target);
  const kept = steps.map(stepOf);
  const outcome = kept.find((step) => step.outcome === 'failed')?.step ?? 'ok';
  // Somebody may have changed the account while it was tried: what was found belongs to the version that was tried.
  await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with w as (update service_accounts a set tested = ${JSON.stringify(kept)}::jsonb, tested_at = app.now() where a.id = ${id}::uuid and a.version = ${row.version} and ${accountVisible(accountViewerOf(ctx))} returning a.id, a.name)
      insert into audit (what, row_id, change, ip, request_id) select 'service_account.test', w.id, jsonb_build_object('name', w.name, 'outcome', ${outcome}::text), ${ctx.address}, ${ctx.requestId} from w`),
  ]);
  return { steps: kept, testedAt: new Date(ctx.clock.now()).toISOString() };
});

/** Tries what stands in a form. Only the secret of an account that the person sees is lent to it. */
export const testDraftAccount = bind(testDraft, async ({ id, secret, directoryId, appId, ...target }, ctx) => {
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    id ? findAccount(db, ctx, id) : db.execute(sql`select 1`),
  ]);
  const stored = id ? await openAccount(ctx, oneAccount(found, 'id')) : null;
  const open = secret ?? stored?.secret;
  if (!open) throw new AppError('required', { name: 'secret' }, { field: 'secret' });
  const isSame = stored?.directoryId === directoryId && stored.appId === appId;
  const account = { directoryId, appId, secret: open, profileId: isSame ? stored.profileId : null };
  const { steps } = await providerOf(ctx).verify(account, targetOf(target));
  return { steps: steps.map(stepOf), testedAt: new Date(ctx.clock.now()).toISOString() };
});
