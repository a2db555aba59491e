import { useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  token: string;
  /** When a reset that is running ends; null where none is. */
  until: string | null;
  onOver: () => void;
};

/**
 * For users who have lost every factor: an e-mailed link starts the reset, which takes a day. While it runs, the page says until when and
 * how to cancel it, also for users who didn't start it.
 */
export function LostFactors({ token, until, onOver }: Props) {
  const { t, language } = useTranslation();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await call('POST /api/login/2fa/help', { token, what: 'lost' });
      setSent(true);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.status === 'factor_over') return onOver();
      if (!failure.handled) setProblem(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  if (sent)
    return (
      <Notice tone="ok" live>
        {t(until ? 'factor.lost.cancelSent' : 'factor.lost.sent')}
      </Notice>
    );
  return (
    <div className="factor-other">
      {problem && (
        <Notice tone="err" live>
          {problem}
        </Notice>
      )}
      {until && (
        <Notice tone="warn" title={t('factor.lost.running')}>
          {t('factor.lost.until', { at: formatDateTime(language, new Date(until), Intl.DateTimeFormat().resolvedOptions().timeZone) })}
        </Notice>
      )}
      <Button kind="text" loading={busy} onClick={() => void ask()}>
        {t(until ? 'factor.lost.cancel' : 'factor.lost.ask')}
      </Button>
      {!until && <p className="small muted">{t('factor.lost.text')}</p>}
    </div>
  );
}
