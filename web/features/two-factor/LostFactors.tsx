import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** For users who have lost every factor: an e-mailed link starts the reset, which takes a day. */
export function LostFactors({ token, onOver }: { token: string; onOver: () => void }) {
  const { t } = useTranslation();
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
        {t('factor.lost.sent')}
      </Notice>
    );
  return (
    <div className="factor-other">
      {problem && (
        <Notice tone="err" live>
          {problem}
        </Notice>
      )}
      <Button kind="text" loading={busy} onClick={() => void ask()}>
        {t('factor.lost.ask')}
      </Button>
      <p className="small muted">{t('factor.lost.text')}</p>
    </div>
  );
}
