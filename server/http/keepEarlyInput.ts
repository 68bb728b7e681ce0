import "server-only";

/**
 * A script for a page's head. It keeps back early input, to parts of the page that React has not hydrated yet (their elements have
 * no properties of React's; those of forms and lists are numbers), and records it in `earlyInput` (lib/earlyInput.ts). The browser
 * still does what needs no script, such as following a link, but opens no popover, which would not be positioned, and submits no
 * form, which would go to the page's own address.
 */
export const KEEP_EARLY_INPUT = `{let early=self.earlyInput=[],keep=event=>{\
let{type,target,submitter,timeStamp:at}=event,element=type=="click"?target.closest("button"):target;\
if(!element||Object.keys(element).some(isNaN)||type=="click"&&element.form&&element.type=="submit")return;\
event.stopImmediatePropagation();\
if(type!="input")event.preventDefault();\
early.push({type,element,submitter,at,label:(submitter??element).textContent,value:element.value,checked:element.checked});\
self.replayEarlyInput?.()\
};for(let type of["click","input","submit"])addEventListener(type,keep,true)}`;
