export { AnswersCard } from './AnswersCard.tsx';
export { OwnAnswer } from './OwnAnswer.tsx';
