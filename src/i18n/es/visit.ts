import zone from '#brand/zone-names.json' with { type: 'json' };
import type * as en from '../en/visit.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const visit: Translated<typeof en.visit> = {
  title: 'Su visita',
  description: 'Vea, cambie o cancele su consulta gratis en casa.',
  open: 'Abra el enlace de su confirmación para ver, cambiar o cancelar su visita. Si no encuentra el enlace, llámenos.',
  at: `[[at]], ${zone.es}`,
  where: 'Dónde',
  about: 'Sobre',
  for: 'Para',
  howLong: 'Duración',
  length: '[[minutes]] minutos, sin costo',
  toCalendar: 'Agregar al calendario',
  none: 'Tenemos su solicitud, pero por ahora no hay ninguna visita reservada. Elija una hora, o llámenos y buscaremos una juntos.',
  moved: 'Listo: nos vemos el',
  movedAt: `[[at]], ${zone.es}.`,
  noted: 'Guardado. Quien vaya a su casa lo verá.',
  past: 'Ya no se puede cambiar aquí, porque empezó el',
  pastAt: `[[at]], ${zone.es}.`,
  pastAfter: 'Si necesita algo más, llámenos.',
  changedTitle: 'Su visita cambió',
  changed:
    'La cambiamos de hora en nuestro calendario o la quitamos. Llámenos y le diremos la nueva hora o buscaremos otra.',
  cancelledTitle: 'Su visita está cancelada',
  cancelled:
    'Su visita ya no está en nuestro calendario. Cuando guste, elija una nueva hora: la consulta sigue siendo gratis.',
  bookAgain: 'Reservar de nuevo',
  lostTitle: 'No encontramos esta visita',
  lost: 'Puede que el enlace se haya cortado en el camino. Ábralo una vez más desde su confirmación, o llámenos y buscaremos su visita juntos.',
  problem: 'Abra otra vez el enlace de su confirmación para ver su visita, o llámenos.',
  addNotes: 'Agregar dirección o código del portón',
  changeNotes: 'Cambiar dirección o código del portón',
  address: 'Dirección',
  notes: 'Notas',
  notesHint: 'El código del portón, dónde estacionar, un perro.',
  optional: 'Opcional',
  saveNotes: 'Guardar',
  move: 'Cambie la hora de su visita',
  choose: 'Elija una hora',
  pressMove: 'Cambiar mi visita',
  pressBook: 'Reservar mi visita',
  zone: zone.short,
  zoneWords: `Todas las horas están en ${zone.es}.`,
  times: 'Horas disponibles',
  byAppointment: 'Con cita',
  minutes: '[[minutes]] minutos',
  fullBefore: 'Por ahora no hay otra hora disponible. Llame al',
  fullAfter: ' y buscaremos una.',
  unavailableBefore:
    'Nuestro calendario no responde, así que no podemos mostrarle las horas disponibles. Por favor, mire de nuevo en unos minutos o llame al',
  unavailableAfter: '.',
  cancel: 'Cancelar esta visita',
  cancelWords: 'Dejaremos libre esa hora para otra persona. Puede reservar de nuevo cuando guste.',
  cancelPress: 'Sí, cancelar mi visita',
};
