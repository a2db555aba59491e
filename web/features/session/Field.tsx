import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { IconExclamationCircle } from '../../ui/icons.ts';

type Props = InputHTMLAttributes<HTMLInputElement> & { label: string; error?: string; end?: ReactNode };

/** A labelled input in plain markup: Mantine's would cost the sign-in page 9 kB of the 120 it may have. Looks like those of the portal. */
export function Field({ label, error, end, ...input }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input {...input} id={id} aria-invalid={error ? true : undefined} aria-describedby={error ? `${id}e` : undefined} />
        {end}
      </div>
      {error && (
        <p id={`${id}e`} className="field-error">
          <IconExclamationCircle size={15} stroke={2} aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
