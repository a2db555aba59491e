import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ProofOptions } from '../../../domain/two-factor/contract.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFingerprint } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { Field, PasswordField } from '../session/index.ts';
import { isNoPasskey } from './Proof.tsx';
import { proofOptionsQuery } from './queries.ts';
import { signWithPasskey } from './sign-with-passkey.ts';
import { browserHasPasskeys } from './ways-to-prove.ts';
import './two-factor.css';

type Props = { onProven?: (() => void) | undefined };

/**
 * *Prove your account*, shown in place of account data in a session that only the business unit vouched for. Rendered in its own
 * dialog or drawer; withheld data is refetched after the proof.
 */
export function ProveAccount({ onProven }: Props) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className="factor-section" aria-labelledby={title}>
      <h3 id={title}>{t('proof.title')}</h3>
      <p className="small muted">{t('proof.text')}</p>
      <Reading waiting={() => <Skeleton height={96} radius={10} />}>
        <Proofs onProven={onProven} />
      </Reading>
    </section>
  );
}

function Proofs({ onProven }: Props) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(proofOptionsQuery);
  return (
    <>
      {data.state === 'elsewhere' && (
        <>
          <Notice tone="info">{t('account_elsewhere')}</Notice>
          {data.at && (
            <a className="link" href={data.at}>
              {t('proof.open', { host: new URL(data.at).host })}
            </a>
          )}
        </>
      )}
      {data.state === 'here' && !data.password && !data.passkey && <Notice tone="info">{t('proof.nothing')}</Notice>}
      {data.state === 'here' && (data.password || data.passkey) && <ProofForm options={data} onProven={onProven} />}
    </>
  );
}

type By = 'passkey' | 'typed';
type Given = CallInput<'POST /api/auth/account/proof'>;
type Faults = { password?: string; code?: string };

function ProofForm({ options, onProven }: { options: ProofOptions; onProven: (() => void) | undefined }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [draft, setDraft] = useState({ password: '', code: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<By | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const canPasskey = options.passkey !== null && browserHasPasskeys();

  const set = (field: keyof typeof draft, value: string) => {
    setDraft((before) => ({ ...before, [field]: value }));
    setFaults(({ [field]: _, ...others }) => others);
  };
  const focus = (name: string) => requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus());

  const send = async (by: By, given: Given) => {
    try {
      await call('POST /api/auth/account/proof', given);
      await client.invalidateQueries();
      onProven?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.handled) return;
      // A challenge works once: the next attempt gets a new one.
      await client.invalidateQueries({ queryKey: proofOptionsQuery.queryKey });
      const words = by === 'passkey' && isNoPasskey(error) ? t('factor.confirm.passkeyNone') : errorText(error);
      const field = error.field === 'password' ? 'password' : error.field === 'code' || error.status === 'factor_wrong' ? 'code' : null;
      if (by === 'passkey' || !field) return setProblem(words);
      setFaults({ [field]: words });
      focus(field);
    }
  };
  const give = async (by: By) => {
    if (busy) return;
    setProblem(null);
    const missing: Faults = {
      ...(draft.password === '' && { password: t('ui.form.required', { name: t('factor.own.password') }) }),
      ...(options.code && draft.code.trim() === '' && { code: t('ui.form.required', { name: t('factor.own.proofCode') }) }),
    };
    setFaults(by === 'typed' ? missing : {});
    const [first] = Object.keys(missing);
    if (by === 'typed' && first) return void focus(first);
    setBusy(by);
    if (by === 'typed') await send(by, { password: draft.password, ...(options.code && { code: draft.code.trim() }) });
    else {
      const passkey = options.passkey && (await signWithPasskey(options.passkey).catch(() => null));
      if (passkey) await send(by, { passkey });
      else setProblem(t('factor.confirm.passkeyNone'));
    }
    setBusy(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void give('typed');
  };
  return (
    <form ref={form} className="factor-form" onSubmit={submit} noValidate aria-busy={busy !== null}>
      {canPasskey && (
        <Button kind="primary" icon={IconFingerprint} block loading={busy === 'passkey'} onClick={() => void give('passkey')}>
          {t('factor.usePasskey')}
        </Button>
      )}
      {problem && (
        <Notice tone="err" live>
          {problem}
        </Notice>
      )}
      {canPasskey && options.password && <p className="factor-or small muted">{t('session.ways.or')}</p>}
      {options.password && (
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={t('factor.own.password')}
          value={draft.password}
          error={faults.password}
          onChange={(event) => set('password', event.currentTarget.value)}
        />
      )}
      {options.password && options.code && (
        <Field
          name="code"
          label={t('factor.own.proofCode')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={draft.code}
          {...(faults.code && { error: faults.code })}
          onChange={(event) => set('code', event.currentTarget.value)}
        />
      )}
      {options.password && (
        <div className="dialog-actions">
          <Button kind={canPasskey ? 'default' : 'primary'} type="submit" loading={busy === 'typed'}>
            {t('proof.submit')}
          </Button>
        </div>
      )}
    </form>
  );
}
