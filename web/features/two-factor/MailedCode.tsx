import { useState } from 'react';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconMail } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Field } from '../session/index.ts';

type Props = { send: () => Promise<unknown>; value: string; error: string | undefined; onChange: (typed: string) => void };

/** The code that the platform sends by e-mail before an account's first factor: requested with a button, then typed. */
export function MailedCode({ send, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await send();
      setSent(true);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (!failure.handled) setProblem(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="factor-steps">
      <p className="small muted">{t('factor.mail.text')}</p>
      <Button icon={IconMail} block loading={busy} onClick={() => void ask()}>
        {t(sent ? 'factor.mail.again' : 'factor.mail.send')}
      </Button>
      {sent && (
        <Notice tone="ok" live>
          {t('factor.mail.sent')}
        </Notice>
      )}
      {problem && (
        <Notice tone="err" live>
          {problem}
        </Notice>
      )}
      <Field
        name="mail-code"
        label={t('factor.mail.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={value}
        {...(error !== undefined && { error })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
