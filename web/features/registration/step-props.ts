import type { CallOutput } from '../../app/data/api.ts';
import type { CustomerFormState } from '../customers/index.ts';
import type { Kind, Problems, Registration, RegistrationField, Step } from './draft.ts';

export type StepProps = {
  step: Step;
  kind: Kind;
  draft: Registration;
  set: <F extends RegistrationField>(field: F, value: Registration[F]) => void;
  party: Pick<CustomerFormState, 'draft' | 'set' | 'getError'>;
  problems: Problems;
  /** The server's errors, by its own field names. */
  refused: Partial<Record<string, string>>;
  choices: CallOutput<'GET /api/auth/units/choices'>;
  onGo: (step: Step) => void;
};
