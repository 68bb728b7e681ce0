import "server-only";

/**
 * A script for a page's head. It holds back input to parts of the page that React has not hydrated yet (their elements have no
 * properties of React's; those of forms and lists are numbers) and records it in `heldInput` (lib/heldInput.ts). The browser
 * still does what needs no script, such as following a link, but opens no popover, which would not be positioned, and submits no
 * form, which would go to the page's own address.
 */
export const HOLD_INPUT = `{let held=self.heldInput=[],hold=event=>{\
let{type,target,submitter,timeStamp:at}=event,element=type=="click"?target.closest("button"):target;\
if(!element||Object.keys(element).some(isNaN)||type=="click"&&element.form&&element.type=="submit")return;\
event.stopImmediatePropagation();\
if(type!="input")event.preventDefault();\
held.push({type,element,submitter,at,label:(submitter??element).textContent,value:element.value,checked:element.checked});\
self.doHeldInput?.()\
};for(let type of["click","input","submit"])addEventListener(type,hold,true)}`;
