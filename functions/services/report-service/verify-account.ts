import { at, type Client } from './client.ts';
import { applicationToken, forgetAccount } from './entra.ts';
import { budgetMs, plainWords } from './http.ts';
import type { ReportProvider, ServiceAccount, VerifyStep } from './port.ts';
import { ServiceError } from './service-error.ts';

const scope = 'https://analysis.windows.net/powerbi/api/.default';

/** Tests an account from the outside in: token, API, workspace, capacity. Reports the step that fails, with the service's words. */
export const verifyAccount =
  (authority: string, client: Client, capacities: ReportProvider['listAzureCapacities']): ReportProvider['verify'] =>
  async (account, { workspaceId, capacity }) => {
    // A cached token would hide that its secret was revoked.
    forgetAccount(account);
    const tries: [VerifyStep['step'], (() => Promise<unknown>) | null][] = [
      ['token', () => applicationToken(authority, account, scope, Date.now() + budgetMs)],
      ['api', () => client.ask(account, { path: '/groups?$top=1' })],
      ['workspace', workspaceId ? () => client.ask(account, { path: at`/groups/${workspaceId}` }) : null],
      [
        'capacity',
        capacity
          ? async () => {
              const found = await capacities(account, capacity);
              if (found.length === 0) throw new ServiceError('not_found', { serviceCode: 'NoCapacity' });
            }
          : null,
      ],
    ];
    const steps: VerifyStep[] = [];
    let isFailed = false;
    for (const [step, tryIt] of tries) {
      const made: VerifyStep = isFailed || !tryIt ? { step, outcome: 'skipped' } : await getOutcome(step, tryIt, account);
      isFailed ||= made.outcome === 'failed';
      steps.push(made);
    }
    return { steps };
  };

async function getOutcome(step: VerifyStep['step'], tryIt: () => Promise<unknown>, { secret }: ServiceAccount): Promise<VerifyStep> {
  const started = Date.now();
  const ms = () => Date.now() - started;
  try {
    await tryIt();
    return { step, outcome: 'ok', ms: ms() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, serviceCode, serviceMessage, serviceRequestId } = error;
    const message = serviceMessage && plainWords(serviceMessage, secret);
    return { step, outcome: 'failed', ms: ms(), code, serviceCode, message, requestId: serviceRequestId };
  }
}
