import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FreshKey, PasskeyCreation } from '../../../domain/two-factor/contract.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import type { AskedFactor } from './asked-factor.ts';
import { makePasskey } from './make-passkey.ts';
import { isNoPasskey, proofGiven } from './Proof.tsx';
import { ownFactorsQuery } from './queries.ts';
import { browserHasPasskeys, type ProvesBy, type Typed, waysToProve } from './ways-to-prove.ts';

type Draft = { name: string; appCode: string; mailCode: string } & Record<Typed, string>;
type Faults = Partial<Record<keyof Draft, string>>;

type Shown = CallInput<'POST /api/auth/account/passkeys/options'>;

export type FactorChange = {
  asked: AskedFactor;
  /** The key of a new app. */
  fresh?: FreshKey | undefined;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
};

/** The state of a dialog about the user's factors: draft, errors and calls; a first factor also returns its recovery codes. */
export function useFactorChange({ asked, fresh, onCodes, onClose }: FactorChange) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Which proofs are enough changes with time, also in the second since the drawer below read them.
  const { data: own } = useSuspenseQuery({ ...ownFactorsQuery, refetchOnMount: 'always' });
  const ways = waysToProve(own, browserHasPasskeys());
  const first = asked.what === 'rename' ? asked.name : asked.what === 'app' ? t('factor.own.app') : t('factor.own.passkeyName');
  const [draft, setDraft] = useState<Draft>({ name: first, password: '', code: '', appCode: '', mailCode: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<ProvesBy | null>(null);
  // After a successful proof, a passkey that the device declined can be retried without proving again.
  const [creation, setCreation] = useState<PasskeyCreation | null>(null);
  const proves = asked.what !== 'rename' && !creation;
  const adds = asked.what === 'app' || asked.what === 'passkey';
  const mailed = proves && adds && own.mailCode;

  const addPasskey = async (shown: Shown): Promise<readonly string[] | null | undefined> => {
    const options = creation ?? (await call('POST /api/auth/account/passkeys/options', shown));
    const passkey = await makePasskey(options);
    const none = (again: PasskeyCreation | null) => {
      setCreation(again);
      setProblem(t('factor.own.passkeyFailed'));
      return undefined;
    };
    if (!passkey) return none(options);
    try {
      return (await call('POST /api/auth/account/passkeys', { name: draft.name.trim(), passkey })).recovery_codes;
    } catch (error) {
      if (error instanceof ApiError && isNoPasskey(error)) return none(null);
      throw error;
    }
  };

  const send = async (shown: Shown): Promise<readonly string[] | null | undefined> => {
    switch (asked.what) {
      case 'app': {
        if (!fresh) return undefined;
        const { id, seal } = fresh;
        const body = { id, seal, name: draft.name.trim(), app_code: draft.appCode, ...shown };
        return (await call('POST /api/auth/account/factors', body)).recovery_codes;
      }
      case 'passkey':
        return addPasskey(shown);
      case 'rename':
        await call('PUT /api/auth/account/factors/{id}', { id: asked.id, name: draft.name.trim() });
        return null;
      case 'remove':
        await call('POST /api/auth/account/factors/{id}/remove', { id: asked.id, ...shown });
        return null;
      case 'codes':
        return (await call('POST /api/auth/account/recovery-codes', shown)).recovery_codes;
    }
  };

  const lacking = (by: ProvesBy): Faults => {
    const needed = (field: keyof Draft, label: string) =>
      draft[field].trim() === '' ? { [field]: t('ui.form.required', { name: label }) } : {};
    const named = asked.what === 'app' || asked.what === 'passkey' || asked.what === 'rename';
    return {
      ...(named && needed('name', t('factor.own.name'))),
      ...(asked.what === 'app' && needed('appCode', t('factor.code'))),
      ...(mailed && needed('mailCode', t('factor.mail.code'))),
      ...(proves && by === 'typed' && Object.assign({}, ...ways.typed.map((field) => needed(field, t(ways.labels[field]))))),
    };
  };

  const save = async (by: ProvesBy = proves && ways.passkey && ways.typed.length === 0 ? 'passkey' : 'typed'): Promise<void> => {
    const missing = lacking(by);
    setFaults(missing);
    setProblem(null);
    if (Object.keys(missing).length > 0 || busy) return;
    setBusy(by);
    try {
      const proof = proves ? await proofGiven(by, ways, draft) : {};
      const shown = proof && adds ? { ...proof, bound: own.bound, ...(mailed && { mail_code: draft.mailCode }) } : proof;
      if (!shown) return setProblem(t('factor.confirm.passkeyNone'));
      const made = await send(shown);
      if (made === undefined) return;
      await client.invalidateQueries({ queryKey: ownFactorsQuery.queryKey, exact: true });
      if (asked.what === 'app' || asked.what === 'passkey') toast.success(t('factor.own.added', { name: draft.name.trim() }));
      if (asked.what === 'remove') toast.success(t('factor.own.removed', { name: asked.name }));
      if (made) onCodes(made);
      else onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const words = errorText(error);
      if (error.status === 'factor_code') await client.invalidateQueries({ queryKey: ownFactorsQuery.queryKey, exact: true });
      if (error.status === 'account_proof') await client.invalidateQueries({ queryKey: ['account'] });
      if (error.field === 'mail_code') setFaults({ mailCode: words });
      else if (error.field === 'app_code') setFaults({ appCode: words });
      else if (error.field === 'name') setFaults({ name: words });
      else if (by === 'passkey' && isNoPasskey(error)) setProblem(t('factor.confirm.passkeyNone'));
      else if (error.field === 'password') setFaults({ password: words });
      else if (error.field === 'code' || error.status === 'factor_wrong') setFaults({ code: words });
      else if (!error.handled) setProblem(words);
    } finally {
      setBusy(null);
    }
  };
  const set = (field: keyof Draft, value: string) => {
    setDraft((before) => ({ ...before, [field]: value }));
    setFaults(({ [field]: _, ...others }) => others);
  };
  return { mailed, ways: proves ? ways : null, isProven: creation !== null, draft, set, faults, problem, busy, save };
}
