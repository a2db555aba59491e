import type { Failure } from '../../../domain/bi-accounts/contract.ts';
import type { SessionContext } from '../../request/context.ts';
import { type ServiceAccount, ServiceError } from '../../services/report-service/port.ts';
import { getProvider } from './open-account.ts';
import { getFailure } from './service-words.ts';

const atOnce = 5;

/** Gives a profile access to workspaces; returns which the service refused and with what words. */
export async function openToProfile(
  ctx: SessionContext,
  account: ServiceAccount,
  profileId: string,
  workspaces: readonly { id: string; name: string }[],
): Promise<{ name: string; failure: Failure }[]> {
  const refused: { name: string; failure: Failure }[] = [];
  const waiting = [...workspaces];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await getProvider(ctx).grantProfile(account, next.id, profileId, 'Admin');
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        // It has access already.
        if (error.code !== 'conflict') refused.push({ name: next.name, failure: getFailure(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return refused;
}
