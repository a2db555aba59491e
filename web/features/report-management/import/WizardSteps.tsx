type Props = { label: string; steps: readonly string[]; current: number; onStep: (step: number) => void };

/** The named steps of a wizard; going back loses nothing. */
export function WizardSteps({ label, steps, current, onStep }: Props) {
  return (
    <ol className="wizard-steps" aria-label={label}>
      {steps.map((step, at) => (
        <li key={step} aria-current={at === current ? 'step' : undefined} data-done={at < current || undefined}>
          {at < current ? (
            <button type="button" onClick={() => onStep(at)}>
              <span className="wizard-number num">{at + 1}</span> {step}
            </button>
          ) : (
            <span>
              <span className="wizard-number num">{at + 1}</span> {step}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
