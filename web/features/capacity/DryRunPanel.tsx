import { useRef, useState } from 'react';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconTestPipe } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { hoursText, moneyText } from './money.ts';
import type { DryRun } from './types.ts';
import { getChanges, type RulesForm } from './use-rules-form.ts';

/** What the rules of the form would have cost with the demand of the last 30 days, before they are saved. */
export function DryRunPanel({ id, form }: { id: string; form: RulesForm }) {
  const { t } = useTranslation();
  const [ran, setRan] = useState<{ of: string; result: DryRun } | null>(null);
  const { save, busy, problem } = useSave();
  const results = useRef<HTMLDivElement>(null);
  const of = JSON.stringify(form.draft);
  const run = async () => {
    if (!form.check()) return;
    await save(async () => {
      const result = await call('POST /api/auth/resources/{id}/dry-run', { id, ...getChanges(form.draft, form.changed) });
      setRan({ of, result });
      // The result is at the end of the drawer: scroll it into view.
      setTimeout(() => results.current?.scrollIntoView({ block: 'end' }));
    });
  };
  return (
    <section className="capacity-dry" aria-labelledby="capacity-dry-title">
      <h3 id="capacity-dry-title">{t('capacity.dry.title')}</h3>
      <p className="small muted">{t('capacity.dry.text', { count: capacityLimits.dryRunDays })}</p>
      <Button size="s" icon={IconTestPipe} loading={busy} onClick={() => void run()}>
        {t('capacity.dry.run')}
      </Button>
      <div ref={results} aria-live="polite">
        {problem && <Notice tone="err">{problem.text}</Notice>}
        {ran &&
          (ran.of === of ? (
            <Result result={ran.result} currency={form.draft.currency} />
          ) : (
            <p className="small muted">{t('capacity.dry.stale')}</p>
          ))}
      </div>
    </section>
  );
}

function Result({ result, currency }: { result: DryRun; currency: string }) {
  const { t, language } = useTranslation();
  const { days, current, changed } = result;
  if (days === 0) return <Notice tone="info">{t('capacity.dry.none')}</Notice>;
  const cost = ({ money, onSeconds }: DryRun['current']) =>
    money ? moneyText(language, money.spentCents, currency) : hoursText(language, onSeconds);
  const vars = { count: days, changed: cost(changed), current: cost(current) };
  const isCheaper = changed.onSeconds < current.onSeconds;
  return (
    <Notice
      tone={isCheaper ? 'ok' : 'info'}
      title={t(changed.money && current.money ? 'capacity.dry.cost' : 'capacity.dry.hours', vars)}
      live={false}
    >
      <ul className="plain-list">
        <li>{t('capacity.dry.closed', { count: changed.closedSlots, before: current.closedSlots })}</li>
        <li>{t('capacity.dry.wakes', { count: changed.wakes, before: current.wakes })}</li>
        {days < capacityLimits.dryRunDays && <li>{t('capacity.dry.fewDays', { count: days })}</li>}
      </ul>
    </Notice>
  );
}
