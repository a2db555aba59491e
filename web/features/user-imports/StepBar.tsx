import { useTranslation } from '../../i18n.ts';
import { IconCheck } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { StepNumber } from './use-import-address.ts';

type Props = { current: StepNumber /** Steps that can be opened. */; open: readonly StepNumber[]; onStep: (step: StepNumber) => void };
const steps = ['upload', 'map', 'review', 'run'] as const;

/** The four named steps; completed ones have a check mark, and going back loses nothing. */
export function StepBar({ current, open, onStep }: Props) {
  const { t } = useTranslation();
  return (
    <ol className="import-steps" aria-label={t('userImport.steps')}>
      {steps.map((step, index) => {
        const number = (index + 1) as StepNumber; // because there are four steps
        const done = number < current;
        const content = (
          <>
            <span className="import-step-number num" aria-hidden="true">
              {done ? <IconCheck size={16} stroke={2.4} /> : number}
            </span>
            <span className="import-step-name">{t(`userImport.step.${step}`)}</span>
            {done && <VisuallyHidden> ({t('userImport.stepDone')})</VisuallyHidden>}
          </>
        );
        return (
          <li key={step} aria-current={number === current ? 'step' : undefined} data-done={done || undefined}>
            {number !== current && open.includes(number) ? (
              <button type="button" onClick={() => onStep(number)}>
                {content}
              </button>
            ) : (
              <span>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
