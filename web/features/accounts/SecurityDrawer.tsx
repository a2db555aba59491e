import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passwordFaults } from '../../../domain/accounts/password-policy.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordField } from '../session/index.ts';
import { type AskedFactor, FactorDialog, OwnFactors, ownFactorsQuery, ProveAccount } from '../two-factor/index.ts';
import { brokenRule } from './broken-rule.ts';
import { PasswordChecks } from './PasswordChecks.tsx';
import { type OwnAccount, ownAccountQuery } from './queries.ts';

type Draft = { current: string; password: string };
type Faults = Partial<Record<keyof Draft, string>>;
const empty: Draft = { current: '', password: '' };

function Age({ account }: { account: OwnAccount }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const day = (at: string) => formatDate(language, new Date(at), zone);
  const at = day(account.passwordAt);
  const { passwordEndsAt: end, otherSessions } = account;
  return (
    <p className="small muted">
      {end ? t('account.password.until', { at, until: day(end) }) : t('account.password.since', { at })}{' '}
      {otherSessions > 0 && t('account.password.sessions', { count: otherSessions })}
    </p>
  );
}

/** `?account=security` over any page: change the user's own password and manage their second factors. */
export function SecurityDrawer() {
  const { t } = useTranslation();
  const { account: asked } = useSearchValues();
  const setSearch = useSetSearch();
  const opened = asked === 'security';
  const [factorAsked, setAsked] = useState<AskedFactor | null>(null);
  const close = () => setSearch({ account: null }, { replace: true });
  return (
    <>
      <RecordDrawer opened={opened} title={t('account.security')} onClose={close}>
        <Account onAsk={setAsked} onClose={close} />
      </RecordDrawer>
      {opened && factorAsked && <FactorDialog asked={factorAsked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Account({ onAsk, onClose }: { onAsk: (asked: AskedFactor) => void; onClose: () => void }) {
  const { t } = useTranslation();
  // Read below, at the same time.
  usePrefetchQuery(ownFactorsQuery);
  const { data, refetch } = useSuspenseQuery(ownAccountQuery);
  const [draft, setDraft] = useState(empty);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const own = data.account ?? null;
  const close = () => {
    setDraft(empty);
    setFaults({});
    setProblem(null);
    onClose();
  };
  const set = (field: keyof Draft, value: string) => {
    setDraft((before) => ({ ...before, [field]: value }));
    setFaults(({ [field]: _, ...others }) => others);
  };

  const save = async (): Promise<void> => {
    if (!own) return;
    const about = { email: own.email, name: own.name, unit: own.unit };
    const needed = (field: keyof Draft, label: string) => (draft[field] === '' ? t('ui.form.required', { name: label }) : undefined);
    const [broken] = draft.password === '' ? [] : passwordFaults(draft.password, own.policy, about, () => false);
    const wrong: Faults = {
      current: needed('current', t('account.password.current')),
      password: needed('password', t('account.new.password')) ?? (broken ? brokenRule(t, broken, own.policy) : undefined),
    };
    setFaults(wrong);
    setProblem(null);
    if (wrong.current || wrong.password) return;
    setSaving(true);
    try {
      await call('POST /api/auth/account/password', draft);
      toast.success(t('account.password.changed'), own.otherSessions > 0 ? { text: t('account.password.changedText') } : {});
      void refetch();
      close();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.field === 'current' || failure.field === 'password') setFaults({ [failure.field]: errorText(failure) });
      else if (!failure.handled) setProblem(errorText(failure));
    } finally {
      setSaving(false);
    }
  };

  return (
    <DrawerForm
      title={t('account.security')}
      {...(own && { text: t('account.security.text', { email: own.email }) })}
      dirty={draft.current !== '' || draft.password !== ''}
      saving={saving}
      readOnly={!own}
      submitLabel={t('account.password.change')}
      problem={problem}
      onSubmit={save}
      onClose={close}
    >
      {data.prove && <ProveAccount />}
      {!own && !data.prove && <Notice tone="info">{t('password_not_offered')}</Notice>}
      {own && (
        <div className="security-form">
          <Age account={own} />
          <input type="email" name="email" autoComplete="username" value={own.email} readOnly hidden />
          <PasswordField
            name="current"
            autoComplete="current-password"
            label={t('account.password.current')}
            value={draft.current}
            error={faults.current}
            onChange={(event) => set('current', event.currentTarget.value)}
          />
          <PasswordField
            name="password"
            autoComplete="new-password"
            label={t('account.new.password')}
            value={draft.password}
            error={faults.password}
            onChange={(event) => set('password', event.currentTarget.value)}
          />
          <PasswordChecks password={draft.password} policy={own.policy} about={{ email: own.email, name: own.name, unit: own.unit }} />
        </div>
      )}
      <OwnFactors onAsk={onAsk} />
    </DrawerForm>
  );
}
