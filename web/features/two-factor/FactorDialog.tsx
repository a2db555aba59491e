import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { longestName } from '../../../domain/two-factor/limits.ts';
import { call } from '../../app/data/api.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { Field } from '../session/index.ts';
import { AppSetup } from './AppSetup.tsx';
import type { AskedFactor } from './asked-factor.ts';
import { MailedCode } from './MailedCode.tsx';
import { Proof } from './Proof.tsx';
import { freshAppQuery } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { type FactorChange, useFactorChange } from './use-factor-change.ts';

/** Adds, renames or removes one of the user's factors, or creates new recovery codes; adding and weakening require a proof. */
export function FactorDialog({ asked, onClose }: { asked: AskedFactor; onClose: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes)
    return (
      <Dialog opened onClose={onClose} title={t('factor.codes.title')} text={t('factor.codes.lead')}>
        <RecoveryCodes codes={codes} onKept={onClose} />
      </Dialog>
    );
  const titles = {
    app: t('factor.own.addApp'),
    passkey: t('factor.own.addPasskey'),
    codes: t('factor.own.renew'),
    rename: asked.what === 'rename' ? t('factor.own.rename', { name: asked.name }) : '',
    remove: asked.what === 'remove' ? t('factor.own.remove', { name: asked.name }) : '',
  };
  const texts = { remove: t('factor.own.removeText'), codes: t('factor.own.renewText') };
  const change = { asked, onCodes: setCodes, onClose };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={titles[asked.what]}
      {...((asked.what === 'remove' || asked.what === 'codes') && { text: texts[asked.what] })}
    >
      <Reading waiting={() => <Skeleton height={asked.what === 'app' ? 240 : 112} radius={10} />}>
        {asked.what === 'app' ? <NewApp {...change} /> : <ChangeForm {...change} />}
      </Reading>
    </Dialog>
  );
}

function NewApp(change: FactorChange) {
  const { data } = useSuspenseQuery(freshAppQuery);
  return <ChangeForm {...change} fresh={data} />;
}

function ChangeForm(change: FactorChange) {
  const { asked, fresh, onClose } = change;
  const { t } = useTranslation();
  const { mailed, ways, isProven, draft, set, faults, problem, busy, save } = useFactorChange(change);
  const form = useRef<HTMLFormElement>(null);
  // The focused control disappeared with the proof form.
  useEffect(() => {
    if (isProven) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [isProven]);
  // The form of a new app comes after the dialog has opened.
  useEffect(() => {
    if (fresh) form.current?.querySelector('input')?.focus();
  }, [fresh]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void save();
  };
  const kind = asked.what === 'remove' ? 'danger' : 'primary';
  const named = asked.what === 'app' || asked.what === 'passkey' || asked.what === 'rename';
  return (
    <form ref={form} className="factor-form" onSubmit={submit} noValidate aria-busy={busy !== null}>
      {fresh && (
        <>
          <AppSetup fresh={fresh} />
          <Field
            name="app-code"
            label={t('factor.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={draft.appCode}
            {...(faults.appCode && { error: faults.appCode })}
            onChange={(event) => set('appCode', event.currentTarget.value)}
          />
        </>
      )}
      {named && (
        <Field
          name="name"
          label={t('factor.own.name')}
          maxLength={longestName}
          value={draft.name}
          {...(faults.name && { error: faults.name })}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
      )}
      {mailed && (
        <MailedCode
          send={() => call('POST /api/auth/account/factors/code', {})}
          value={draft.mailCode}
          error={faults.mailCode}
          onChange={(typed) => set('mailCode', typed)}
        />
      )}
      {ways ? (
        <Proof
          ways={ways}
          kind={kind}
          values={draft}
          errors={faults}
          problem={problem}
          busy={busy}
          onChange={set}
          onPasskey={() => void save('passkey')}
        />
      ) : (
        problem && (
          <Notice tone="err" live>
            {problem}
          </Notice>
        )
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        {!(ways?.stuck || (ways?.passkey && ways.typed.length === 0)) && (
          <Button kind={ways?.passkey ? 'default' : kind} type="submit" loading={busy === 'typed'}>
            {t('factor.own.continue')}
          </Button>
        )}
      </div>
    </form>
  );
}
