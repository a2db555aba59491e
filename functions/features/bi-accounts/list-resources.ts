import { and, asc, eq } from 'drizzle-orm';
import { listResources, type ResourceSource } from '../../../domain/bi-accounts/resources/contract.ts';
import { mergeResources } from '../../../domain/bi-accounts/resources/merge.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { ServiceError } from '../../services/report-service/port.ts';
import { a } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';
import { getProvider, openAccount, type StoredAccount, storedAccounts } from './open-account.ts';
import { getFailure } from './service-words.ts';

const maxAccounts = 20;
// The longest that the page waits for a source, including time in a queue.
const patienceMs = 12_000;

/** One source with its result; a refusal or a timeout is the result of that source and doesn't fail the page. */
async function ask<T>(
  row: StoredAccount,
  source: ResourceSource['source'],
  work: () => Promise<T[]>,
): Promise<{ told: ResourceSource; found: T[] }> {
  const facts = { accountId: row.id, accountName: row.name, source };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError('timeout')), patienceMs);
  });
  try {
    const found = await Promise.race([work(), tooLate]);
    return { told: { ...facts, outcome: 'ok', found: found.length, failure: null }, found };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { told: { ...facts, outcome: 'failed', found: 0, failure: getFailure(error) }, found: [] };
  } finally {
    clearTimeout(timer);
  }
}

async function ofAccount(ctx: SessionContext, row: StoredAccount) {
  const account = await openAccount(ctx, row);
  const provider = getProvider(ctx);
  const { subscriptionId, resourceGroup } = row;
  const [service, azure] = await Promise.all([
    ask(row, 'service', () => provider.listCapacities(account)),
    subscriptionId
      ? ask(row, 'azure', () => provider.listAzureCapacities(account, { subscriptionId, ...(resourceGroup && { resourceGroup }) }))
      : null,
  ]);
  const unasked: ResourceSource = { ...service.told, source: 'azure', outcome: 'unasked', found: 0, failure: null };
  return {
    items: mergeResources({ id: row.id, name: row.name }, service.found, azure?.found ?? []),
    sources: [service.told, azure?.told ?? unasked],
  };
}

/** Asks both sources of every account at once; nothing is stored. */
export const readResources = bind(listResources, async (_, ctx) => {
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    storedAccounts(db)
      .where(and(eq(a.disabled, false), accountVisible(getAccountViewer(ctx))))
      .orderBy(asc(a.sortKey), asc(a.id))
      .limit(maxAccounts),
  ]);
  const answers = await Promise.all(rows.map((row) => ofAccount(ctx, row)));
  return { items: answers.flatMap(({ items }) => items), sources: answers.flatMap(({ sources }) => sources) };
});
