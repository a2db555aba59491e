import { Switch } from '@mantine/core';
import { useId } from 'react';
import './SwitchRow.css';

type Props = { label: string; text?: string; checked: boolean; onChange: (checked: boolean) => void; disabledReason?: string | null };

/** A setting that is on or off: its name, its effect, its switch. */
export function SwitchRow({ label, text, checked, onChange, disabledReason }: Props) {
  const id = useId();
  const more = disabledReason ?? text;
  return (
    <div className="switch-row">
      <label htmlFor={`${id}s`} data-off={Boolean(disabledReason) || undefined}>
        <span className="switch-row-label" id={`${id}l`}>
          {label}
        </span>
        {more && (
          <span className="small muted" id={`${id}t`}>
            {more}
          </span>
        )}
      </label>
      <Switch
        id={`${id}s`}
        size="md"
        aria-labelledby={`${id}l`}
        aria-describedby={more ? `${id}t` : undefined}
        checked={checked}
        disabled={Boolean(disabledReason)}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
