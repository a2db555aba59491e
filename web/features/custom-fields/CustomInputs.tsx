import type { CustomField, CustomValue } from '../../../domain/custom-fields/field.ts';
import type { ValueProblem } from '../../../domain/custom-fields/value.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { CustomInput } from './CustomInput.tsx';
import { problemText } from './words.ts';
import './custom-fields.css';

type Props = {
  fields: readonly CustomField[];
  own: Language;
  values: Readonly<Record<string, CustomValue | null>>;
  onChange: (key: string, value: CustomValue | null) => void;
  /** Errors by key: a violated rule, or the server's message. */
  problems?: Readonly<Record<string, ValueProblem | undefined>>;
  refused?: Readonly<Record<string, string | undefined>>;
  readOnly?: (field: CustomField) => boolean;
};

/** The custom fields of a form, all six types, each with its help and error below. */
export function CustomInputs({ fields, own, values, onChange, problems = {}, refused = {}, readOnly }: Props) {
  const { t, language } = useTranslation();
  return (
    <div className="custom-inputs">
      {fields.map((field) => {
        const problem = problems[field.key];
        return (
          <CustomInput
            key={field.key}
            field={field}
            own={own}
            value={values[field.key]}
            onChange={(value) => onChange(field.key, value)}
            error={problem ? problemText(field, problem, { t, language, own }) : refused[field.key]}
            readOnly={readOnly?.(field) ?? false}
          />
        );
      })}
    </div>
  );
}
