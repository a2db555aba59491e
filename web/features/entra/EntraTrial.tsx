import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import type { EntraForm } from './use-entra-form.ts';

const icons = { ok: IconCircleCheck, failed: IconCircleX, note: IconAlertTriangle } as const;

/** Tests the saved settings and shows the result of each check. */
export function EntraTrial({ form }: { form: EntraForm }) {
  const { t } = useTranslation();
  const { checks } = form;
  const failed = checks?.filter(({ outcome }) => outcome === 'failed').length ?? 0;
  return (
    <section className="card card-pad entra-card">
      <h2>{t('entra.try')}</h2>
      <p className="small muted">{t('entra.try.text')}</p>
      <div>
        <Button
          loading={form.busy === 'try'}
          disabledReason={form.changes > 0 && t('entra.try.saveFirst')}
          onClick={() => void form.check()}
        >
          {t('entra.try.now')}
        </Button>
      </div>
      <div role="status">
        {checks && (
          <>
            <p className="entra-label">{failed === 0 ? t('entra.try.fine') : t('entra.try.failed', { count: failed })}</p>
            <ol className="plain-list entra-checks">
              {checks.map(({ name, outcome, why, directory, answer }) => {
                const Glyph = icons[outcome];
                return (
                  <li key={`${name} ${directory ?? ''}`} className={`entra-check entra-check-${outcome}`}>
                    <Glyph size={20} stroke={1.9} aria-hidden="true" />
                    <div>
                      <p>
                        <strong>{t(`entra.check.${name}`, { directory: directory ?? '' })}</strong>{' '}
                        <span className="muted">{t(`entra.check.outcome.${outcome}`)}</span>
                      </p>
                      {why && <p>{t(why === 'none' && name === 'domains' ? 'entra.why.noDomains' : `entra.why.${why}`)}</p>}
                      {answer && (
                        <p className="small muted">
                          {t('entra.check.answer')} <q lang="en">{answer}</q>
                        </p>
                      )}
                    </div>
                  </li>
                );
              })}
            </ol>
          </>
        )}
      </div>
    </section>
  );
}
