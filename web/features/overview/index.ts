export { PartnerCards } from './PartnerCards.tsx';
