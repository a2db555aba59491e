import { type InputHTMLAttributes, useState } from 'react';
import { useEntryTranslation } from '../../i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconEye, IconEyeOff } from '../../ui/icons.ts';
import { Field } from './Field.tsx';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string;
  error?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
};

/** A password input that can be revealed, pasted into and filled by a password manager. */
export function PasswordField(props: Props) {
  const { t } = useEntryTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          icon={shown ? IconEyeOff : IconEye}
          iconSize={20}
          label={t(shown ? 'ui.password.hide' : 'ui.password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
