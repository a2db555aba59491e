import { type FormEvent, useState } from 'react';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ProofField } from './ProofField.tsx';
import './two-factor.css';

/** The second factor once more, before something that wants it fresh. */
export function ConfirmFactor({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setFault(t('ui.form.required', { name: t('factor.own.proofCode') }));
    setBusy(true);
    try {
      await call('POST /api/auth/account/factors/confirm', { code });
      onConfirmed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      setFault(errorText(error));
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('factor.confirm.title')} text={t('factor.confirm.text')}>
      <form className="factor-form" onSubmit={submit} noValidate aria-busy={busy}>
        <ProofField
          proof="code"
          value={code}
          error={fault}
          onChange={(typed) => {
            setCode(typed);
            setFault(undefined);
          }}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t('factor.own.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
