import { visit as spanish } from '#i18n/es/visit';
import { templateWith } from '../en/visit.ts';

export default await templateWith(spanish);
