import { useState } from 'react';
import type { Subject } from '../../ui/access/SubjectPicker.tsx';

/** The recipients of a form. A later render may bring an equal list of those it opened with: that isn't a change by the user. */
export function useRecipients(preset: readonly Subject[]) {
  const [given] = useState(preset);
  const [subjects, setSubjects] = useState(given);
  return { subjects, setSubjects, changed: subjects !== given };
}
