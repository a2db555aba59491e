import { describe, expect, test } from 'vitest';
import { accountInput, accountProblems, emptyAccount } from './draft.ts';
import { mergeResources } from './resources/merge.ts';
import { looksLikeSecretId, noticeDue, secretState } from './secret.ts';
import { reasonFor } from './why.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

describe('the expiry of a secret', () => {
  test('is unknown, far, near or over', () => {
    expect(secretState(null, now)).toEqual({ state: 'unknown' });
    expect(secretState(inDays(31), now)).toEqual({ state: 'good', days: 31 });
    expect(secretState(inDays(30), now)).toEqual({ state: 'ending', days: 30 });
    expect(secretState(inDays(0.5), now)).toEqual({ state: 'ending', days: 0 });
    expect(secretState(now, now)).toEqual({ state: 'expired', days: 0 });
    expect(secretState(inDays(-3), now)).toEqual({ state: 'expired', days: 3 });
  });

  test('is announced at 30, 7 and 1 day(s), each once', () => {
    expect(noticeDue(inDays(31), null, now)).toBeNull();
    expect(noticeDue(inDays(29.5), null, now)).toEqual({ mark: 30, days: 30 });
    expect(noticeDue(inDays(12), '30', now)).toBeNull();
    expect(noticeDue(inDays(6.9), '30', now)).toEqual({ mark: 7, days: 7 });
    expect(noticeDue(inDays(6), '7', now)).toBeNull();
    expect(noticeDue(inDays(0.4), '7', now)).toEqual({ mark: 1, days: 1 });
    expect(noticeDue(inDays(0.1), '1', now)).toBeNull();
    expect(noticeDue(inDays(-0.1), null, now)).toBeNull();
  });

  test('announced late is announced once, by the days that are left', () => {
    expect(noticeDue(inDays(0.2), null, now)).toEqual({ mark: 1, days: 1 });
  });
});

describe('one list of resources', () => {
  const account = { id: 'a', name: 'Produção' };
  const service = { id: 's1', name: 'Vertice01', sku: 'A2', state: 'running', region: 'Brazil South' } as const;
  const azure = {
    id: '/z1',
    name: 'vertice01',
    location: 'brazilsouth',
    sku: 'A1',
    kind: 'embedded',
    resourceGroup: 'rg',
    state: 'paused',
  } as const;

  test('has what both know once: the licensed size from Azure, the running one from the service', () => {
    const [one, ...rest] = mergeResources(account, [service], [{ ...azure, state: 'running' }]);
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      name: 'vertice01',
      size: 'A1',
      currentSize: 'A2',
      state: 'running',
      resourceGroup: 'rg',
      capacityId: 's1',
    });
  });

  test('believes Azure about the state: what is paused has no current size', () => {
    expect(mergeResources(account, [service], [azure])[0]).toMatchObject({ state: 'paused', size: 'A1', currentSize: null });
  });

  test('shows what only one of them knows', () => {
    expect(mergeResources(account, [service], [])).toMatchObject([{ name: 'Vertice01', size: null, currentSize: 'A2', kind: null }]);
    expect(mergeResources(account, [], [azure])).toMatchObject([{ name: 'vertice01', capacityId: null, region: 'brazilsouth' }]);
  });
});

describe('the form of an account', () => {
  const guid = '018f1d7e-0000-4000-8000-00000000000a';
  const draft = { ...emptyAccount, name: 'Produção', directoryId: guid, appId: guid.toUpperCase(), secret: 's' };

  test('requires a name, two GUIDs and, for a new account, a secret', () => {
    expect(accountProblems(draft, { isNew: true })).toEqual({});
    expect(Object.keys(accountProblems(emptyAccount, { isNew: true })).sort()).toEqual(['appId', 'directoryId', 'name', 'secret']);
    expect(accountProblems({ ...draft, secret: '' }, { isNew: false })).toEqual({});
    expect(accountProblems({ ...draft, appId: 'contoso', workspaceId: 'x' }, { isNew: true })).toEqual({
      appId: 'ui.form.invalid',
      workspaceId: 'ui.form.invalid',
    });
  });

  test('requires a real day, and a subscription with a resource group', () => {
    expect(accountProblems({ ...draft, secretEndsOn: '2027-02-31' }, { isNew: true })).toEqual({ secretEndsOn: 'ui.form.invalid' });
    expect(accountProblems({ ...draft, secretEndsOn: '01/03/202' }, { isNew: true })).toEqual({ secretEndsOn: 'ui.form.invalid' });
    expect(accountProblems({ ...draft, resourceGroup: 'rg' }, { isNew: true })).toEqual({ subscriptionId: 'ui.form.required' });
    expect(accountInput({ ...draft, secretEndsOn: '2027-03-01' })).toMatchObject({ secretEndsOn: '2027-03-01', objectId: null });
  });

  test('recognizes the ID of a secret pasted as its value', () => {
    expect(looksLikeSecretId(` ${guid} `)).toBe(true);
    expect(looksLikeSecretId('Xy~8Q~kfl3.9-vm2')).toBe(false);
  });
});

describe('why the service refused', () => {
  test.each([
    ['unauthorized', 'AADSTS7000215', 'token', 'wrongSecret'],
    ['unauthorized', 'AADSTS7000222', 'token', 'expiredSecret'],
    ['unauthorized', 'AADSTS700016', 'token', 'unknownApp'],
    ['unauthorized', 'AADSTS90002', 'token', 'unknownDirectory'],
    ['unauthorized', 'AADSTS50034', 'token', 'directoryRefused'],
    ['forbidden', null, 'api', 'apiRefused'],
    ['forbidden', null, 'workspace', 'workspaceForbidden'],
    ['not_found', 'PowerBIEntityNotFound', 'workspace', 'workspaceMissing'],
    ['not_found', 'SubscriptionNotFound', 'capacity', 'noSubscription'],
    ['forbidden', 'AuthorizationFailed', 'capacity', 'azureForbidden'],
    ['timeout', null, 'api', 'down'],
    ['throttled', null, 'api', 'throttled'],
    ['bad_request', 'Strange', 'api', 'other'],
  ] as const)('%s %s at %s is %s', (code, serviceCode, step, why) => {
    expect(reasonFor({ code, serviceCode }, step)).toBe(why);
  });
});
