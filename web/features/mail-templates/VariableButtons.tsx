import { useTranslation } from '../../i18n.ts';
import type { Template } from './loader.ts';

type Props = { variables: Template['variables']; onInsert: (name: string) => void };

/** The variables of a kind: pressing one puts it where the cursor was. */
export function VariableButtons({ variables, onInsert }: Props) {
  const { t } = useTranslation();
  return (
    <div className="templates-variables">
      <p className="templates-label" id="templates-variables">
        {t('templates.variables')}
      </p>
      <p className="small muted">{t('templates.variables.help')}</p>
      <ul aria-labelledby="templates-variables">
        {variables.map(({ name, required }) => (
          <li key={name}>
            <button
              type="button"
              className="templates-variable"
              // The field keeps its cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
              aria-label={t(required ? 'templates.variable.insert_required' : 'templates.variable.insert', { name })}
            >
              {`{{${name}}}`}
              {required && <span aria-hidden="true">*</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
