import type { TestStep } from './contract.ts';

type Refusal = { code: string; serviceCode: string | null };
type Step = TestStep['step'];

const whys = [
  'wrongSecret',
  'expiredSecret',
  'unknownApp',
  'unknownDirectory',
  'directoryRefused',
  'apiRefused',
  'workspaceMissing',
  'workspaceForbidden',
  'noCapacity',
  'noSubscription',
  'noResourceGroup',
  'azureForbidden',
  'noObjectId',
  'nameTaken',
  'paused',
  'throttled',
  'down',
  'other',
] as const;
export type Why = (typeof whys)[number];

const byServiceCode: Record<string, Why> = {
  AADSTS7000215: 'wrongSecret',
  AADSTS7000222: 'expiredSecret',
  AADSTS700016: 'unknownApp',
  AADSTS90002: 'unknownDirectory',
  NoCapacity: 'noCapacity',
  SubscriptionNotFound: 'noSubscription',
  ResourceGroupNotFound: 'noResourceGroup',
  ObjectIdMissing: 'noObjectId',
};

const refusals = ['unauthorized', 'forbidden'];

function whyAt(step: Step, code: string): Why {
  if (refusals.includes(code))
    return ({ token: 'directoryRefused', api: 'apiRefused', workspace: 'workspaceForbidden', capacity: 'azureForbidden' } as const)[step];
  if (code === 'not_found') return step === 'workspace' ? 'workspaceMissing' : step === 'capacity' ? 'noCapacity' : 'other';
  return 'other';
}

/** Translates the service's refusal into the portal's terms: the mistake that the user who entered the account can fix. */
export function reasonFor({ code, serviceCode }: Refusal, step: Step = 'api'): Why {
  const known = byServiceCode[serviceCode ?? ''];
  if (known) return known;
  if (code === 'unavailable' || code === 'timeout') return 'down';
  if (code === 'throttled') return 'throttled';
  if (code === 'capacity_paused') return 'paused';
  if (code === 'conflict') return 'nameTaken';
  return whyAt(step, code);
}
