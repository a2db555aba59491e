import { testAccount, testDraft } from '../../../domain/bi-accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import type { VerifyTarget } from '../../services/report-service/port.ts';
import { updateTested } from './bi-accounts.sql.ts';
import { findAccount, getProvider, oneAccount, openAccount } from './open-account.ts';
import { getStep } from './service-words.ts';

type Target = { workspaceId: string | null; subscriptionId: string | null; resourceGroup: string | null };

const toVerifyTarget = ({ workspaceId, subscriptionId, resourceGroup }: Target): VerifyTarget => ({
  ...(workspaceId && { workspaceId }),
  ...(subscriptionId && { capacity: { subscriptionId, ...(resourceGroup && { resourceGroup }) } }),
});

/** Tests a stored account, a disabled one too, and stores the result for the list. */
export const testOneAccount = bind(testAccount, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'service.manage');
  const [found] = await ctx.database.withTenant(entry, (db) => [findAccount(db, ctx, id)]);
  const row = oneAccount(found);
  const target = toVerifyTarget(row);
  const { steps } = await getProvider(ctx).verify(await openAccount(ctx, row), target);
  const kept = steps.map(getStep);
  const outcome = kept.find((step) => step.outcome === 'failed')?.step ?? 'ok';
  // Someone else may have changed the account during the test; the result belongs to the version that was tested.
  await ctx.database.withTenant(entry, (db) => [updateTested(db, ctx, { id, version: row.version, steps: kept, outcome })]);
  return { steps: kept, testedAt: new Date(ctx.clock.now()).toISOString() };
});

/** Tests what is entered in a form. Only the secret of an account that the user sees is used for it. */
export const testDraftAccount = bind(testDraft, async ({ id, secret, directoryId, appId, ...target }, ctx) => {
  const [found] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [...(id ? [findAccount(db, ctx, id)] : [])]);
  const stored = found ? await openAccount(ctx, oneAccount(found, 'id')) : null;
  const open = secret ?? stored?.secret;
  if (!open) throw new AppError('required', { name: 'secret' }, { field: 'secret' });
  const isSame = stored?.directoryId === directoryId && stored.appId === appId;
  const account = { directoryId, appId, secret: open, profileId: isSame ? stored.profileId : null };
  const { steps } = await getProvider(ctx).verify(account, toVerifyTarget(target));
  return { steps: steps.map(getStep), testedAt: new Date(ctx.clock.now()).toISOString() };
});
