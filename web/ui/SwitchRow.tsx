import { Switch } from '@mantine/core';
import { useId } from 'react';
import './SwitchRow.css';

type Props = { label: string; text?: string; checked: boolean; onChange: (checked: boolean) => void; disabledReason?: string | null };

/** A setting that is on or off: its name, its consequence, its control. */
export function SwitchRow({ label, text, checked, onChange, disabledReason }: Props) {
  const id = useId();
  const more = disabledReason ?? text;
  return (
    <div className="switch-row">
      <div>
        <p className="switch-row-label" id={`${id}l`}>
          {label}
        </p>
        {more && (
          <p className="small muted" id={`${id}t`}>
            {more}
          </p>
        )}
      </div>
      <Switch
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
