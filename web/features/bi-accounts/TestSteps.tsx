import type { TestStep } from '../../../domain/bi-accounts/contract.ts';
import { reasonFor } from '../../../domain/bi-accounts/why.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '../../ui/icons.ts';

const icons = { ok: IconCircleCheck, failed: IconAlertCircle, skipped: IconCircleDashed };

/**
 * The four steps of a connection test: result and duration of each, and for the failed one the reason, in our words and in the service's.
 */
export function TestSteps({ steps }: { steps: readonly TestStep[] }) {
  const { t, language } = useTranslation();
  const failedAt = steps.findIndex(({ outcome }) => outcome === 'failed');
  return (
    <ol className="test-steps plain-list">
      {steps.map(({ step, outcome, ms, failure }, index) => {
        const Glyph = icons[outcome];
        const skipped = failedAt >= 0 && index > failedAt ? t('service.test.notReached') : t(`service.test.skipped.${step}`);
        return (
          <li key={step} className={`test-step test-${outcome}`}>
            <Glyph size={20} stroke={1.9} aria-hidden="true" />
            <div className="test-step-words">
              <p>
                <strong>{t(`service.test.${step}`)}</strong>{' '}
                <span className={outcome === 'failed' ? 'test-failed-word' : 'muted'}>
                  {outcome === 'skipped' ? skipped : t(`service.test.outcome.${outcome}`)}
                </span>
              </p>
              {failure && (
                <>
                  <p>{t(`service.why.${reasonFor(failure, step)}`)}</p>
                  {failure.answer && (
                    <p className="small muted test-answer">
                      {t('service.test.answer')} <q lang="en">{failure.answer}</q>
                    </p>
                  )}
                  {(failure.serviceRequestId ?? failure.serviceCode) && (
                    <CopyButton text={[failure.serviceCode, failure.serviceRequestId].filter(Boolean).join(' ')}>
                      {t('service.test.copyCode')}
                    </CopyButton>
                  )}
                </>
              )}
            </div>
            {ms !== null && <span className="num small muted push">{t('service.test.ms', { ms: formatNumber(language, ms) })}</span>}
          </li>
        );
      })}
    </ol>
  );
}
